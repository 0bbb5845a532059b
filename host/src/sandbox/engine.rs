//! The engine and its settings: what is on, what is off, and how instances get their memory.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use wasmtime::component::Linker;
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use super::cache::CompiledCache;
use super::inspect::MEMORIES;
use super::linker;
use super::state::State;
use super::ticker::Ticker;
use crate::error::Error;

/// Calls that run at once in the whole host. More wait for a slot.
pub const CONCURRENT_CALLS: u32 = 64;
/// Core instances that one component may need; a Python component bundles some dozens.
const CORE_INSTANCES_PER_COMPONENT: u32 = 64;
/// The deepest stack of a guest. Callers' threads must have as much to spare, and some for the host.
const STACK_BYTES: usize = 512 * 1024;
/// What a finished instance's memory keeps mapped: `docs/decisions/50-synchronous-calls.md` has the figures.
const RESIDENT_BYTES: usize = 4 << 20;
/// How many finished instances keep their memory mapped: with the line above, 256 MiB at the most.
const WARM_SLOTS: u32 = 64;
/// Components may be described while all slots of calls are taken.
const DESCRIPTIONS: u32 = 16;
/// What a memory reserves where the pool found no room.
const SCARCE_RESERVATION: u64 = 1 << 20;

/// How instances get their memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allocator {
    /// Slots are reserved once and reused: fast.
    Pooling,
    /// Each instance maps its own: slow, but fits where address space is scarce.
    OnDemand,
}

/// What a sandbox needs to start.
#[derive(Debug, Clone, Default)]
pub struct SandboxOptions {
    /// Where compiled code is kept; without it every start compiles.
    pub cache_directory: Option<PathBuf>,
}

/// Runs guests. One per host.
pub struct Sandbox {
    pub(super) engine: Engine,
    pub(super) linker: Linker<State>,
    pub(super) ticker: Ticker,
    pub(super) cache: Option<CompiledCache>,
    allocator: Allocator,
}

impl Sandbox {
    /// Starts the engine, its clock and the cache.
    ///
    /// # Errors
    /// [`Error::DataDirectoryUnusable`] when the cache's directory cannot be private, or the engine cannot
    /// start at all.
    pub fn new(options: &SandboxOptions) -> Result<Self, Error> {
        let (engine, allocator) = start()?;
        let unusable = |problem: String| Error::DataDirectoryUnusable {
            problem,
            path: PathBuf::new(),
            hint: "this machine cannot run guests; the operator's log has the engine's reason".to_owned(),
        };
        let linker = linker::link(&engine)
            .map_err(|error| unusable(format!("the engine refused to link: {error}")))?;
        let ticker = Ticker::start(engine.clone())
            .map_err(|error| unusable(format!("the engine's clock did not start: {error}")))?;
        let cache =
            options.cache_directory.as_deref().map(|path| CompiledCache::open(path, &engine)).transpose()?;
        Ok(Self { engine, linker, ticker, cache, allocator })
    }

    /// How instances get their memory on this machine.
    #[must_use]
    pub fn allocator(&self) -> Allocator {
        self.allocator
    }
}

/// Pooling where the address space has room for it, else on demand, and it says so.
fn start() -> Result<(Engine, Allocator), Error> {
    match Engine::new(settings().allocation_strategy(InstanceAllocationStrategy::Pooling(pool()))) {
        Ok(engine) => Ok((engine, Allocator::Pooling)),
        Err(reason) => {
            tracing::warn!(
                %reason,
                "no room for the pool of instances (is the address space limited, as by `ulimit -v`?): \
                 every call maps its own memory, which is several times slower"
            );
            let mut settings = settings();
            // Address space is scarce here: bounds are checked in code instead of by reserving gigabytes.
            settings.memory_reservation(SCARCE_RESERVATION).memory_guard_size(64 << 10);
            let engine = Engine::new(&settings).map_err(|error| Error::DataDirectoryUnusable {
                problem: format!("the engine did not start: {error}"),
                path: PathBuf::new(),
                hint: "this machine cannot run guests; the operator's log has the engine's reason".to_owned(),
            })?;
            Ok((engine, Allocator::OnDemand))
        }
    }
}

/// What guests may use. Threads, shared memory, garbage collection and Winch are not even compiled in.
fn settings() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        .wasm_memory64(false)
        .concurrency_support(false)
        .epoch_interruption(true)
        .max_wasm_stack(STACK_BYTES)
        // The same guest gives the same answer on every machine.
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true)
        .wasm_backtrace_max_frames(NonZeroUsize::new(16));
    config
}

/// Room for [`CONCURRENT_CALLS`] and [`DESCRIPTIONS`], none of which can take another's.
fn pool() -> PoolingAllocationConfig {
    const INSTANCES: u32 = CONCURRENT_CALLS + DESCRIPTIONS;
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(INSTANCES)
        .total_core_instances(INSTANCES * CORE_INSTANCES_PER_COMPONENT)
        .max_core_instances_per_component(CORE_INSTANCES_PER_COMPONENT)
        .total_memories(INSTANCES * MEMORIES)
        .max_memories_per_component(MEMORIES)
        .total_tables(INSTANCES * MEMORIES)
        .max_tables_per_component(MEMORIES)
        // The limiter refuses at the skill's own limit; this is the largest that a deployer may set.
        .table_elements(usize::try_from(crate::limits::Limit::TableElements.row().most).unwrap_or(usize::MAX))
        .linear_memory_keep_resident(RESIDENT_BYTES)
        .max_unused_warm_slots(WARM_SLOTS)
        .pagemap_scan(Enabled::Auto);
    pool
}

//! The host's engine settings with the few that are measured left open, and the clock that interrupts guests.
//!
//! A copy of `host/src/sandbox/engine.rs`: that one is private and has no knobs, as it should be.

use std::num::NonZeroUsize;
use std::time::Duration;

use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

/// Calls that run at once in the whole host.
pub const CONCURRENT_CALLS: u32 = 64;
/// Slots beside those, for components that are described.
const DESCRIPTIONS: u32 = 16;
const CORE_INSTANCES_PER_COMPONENT: u32 = 64;
const MEMORIES_PER_COMPONENT: u32 = 16;
const TABLE_ELEMENTS: usize = 1_000_000;
const WARM_SLOTS: u32 = 64;
const STACK_BYTES: usize = 512 * 1024;
const TICK: Duration = Duration::from_millis(10);

/// What is measured; the default is the host's.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Bytes of a finished instance's memory that stay mapped.
    pub resident: usize,
    /// Whether the kernel is asked which pages a guest has written, so that only those are reset.
    pub pagemap_scan: Enabled,
    /// Whether a finished fibre's stack is zeroed, and how many bytes of it by writing rather than by unmapping.
    pub stacks: Stacks,
}

/// How a finished fibre's stack becomes the next one's.
#[derive(Debug, Clone, Copy)]
pub enum Stacks {
    /// As it is: the engine's default.
    Reused,
    /// Zeroed, this many bytes of it without the kernel.
    Zeroed(usize),
}

impl Default for Settings {
    fn default() -> Self {
        Self { resident: 4 << 20, pagemap_scan: Enabled::Auto, stacks: Stacks::Reused }
    }
}

/// Starts an engine and its clock, which ends with the engine.
///
/// # Errors
/// The engine's, where the pool finds no room, or the system's, when it refuses a thread.
pub fn start(settings: Settings) -> wasmtime::Result<Engine> {
    const INSTANCES: u32 = CONCURRENT_CALLS + DESCRIPTIONS;
    let (zeroing, kept) = match settings.stacks {
        Stacks::Reused => (false, 0),
        Stacks::Zeroed(kept) => (true, kept),
    };
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(INSTANCES)
        .total_core_instances(INSTANCES * CORE_INSTANCES_PER_COMPONENT)
        .max_core_instances_per_component(CORE_INSTANCES_PER_COMPONENT)
        .total_memories(INSTANCES * MEMORIES_PER_COMPONENT)
        .max_memories_per_component(MEMORIES_PER_COMPONENT)
        .total_tables(INSTANCES * MEMORIES_PER_COMPONENT)
        .max_tables_per_component(MEMORIES_PER_COMPONENT)
        .total_stacks(CONCURRENT_CALLS)
        .table_elements(TABLE_ELEMENTS)
        .linear_memory_keep_resident(settings.resident)
        .max_unused_warm_slots(WARM_SLOTS)
        .pagemap_scan(settings.pagemap_scan)
        .async_stack_keep_resident(kept);
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        .wasm_memory64(false)
        .concurrency_support(false)
        .epoch_interruption(true)
        .max_wasm_stack(STACK_BYTES)
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true)
        .wasm_backtrace_max_frames(NonZeroUsize::new(16))
        .async_stack_zeroing(zeroing)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    let engine = Engine::new(&config)?;
    let ticking = engine.weak();
    std::thread::Builder::new().name("ticker".to_owned()).spawn(move || {
        while let Some(engine) = ticking.upgrade() {
            engine.increment_epoch();
            drop(engine);
            std::thread::sleep(TICK);
        }
    })?;
    Ok(engine)
}

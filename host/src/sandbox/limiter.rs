//! One limiter for a whole store. The engine's own counts each memory by itself, so that a component with many
//! inner modules could hold a multiple of its limit; this one sums them.

use wasmtime::ResourceLimiter;

use super::stop::StopCell;
use crate::limits::{Limit, Limits};

/// Sums what one call holds, and ends it at the first growth beyond a limit.
#[derive(Debug)]
pub(super) struct Limiter {
    memory: Sum,
    table_elements: Sum,
    instances: usize,
    stop: StopCell,
}

impl Limiter {
    pub(super) fn new(limits: &Limits, stop: StopCell) -> Self {
        Self {
            memory: Sum::new(Limit::Memory, limits),
            table_elements: Sum::new(Limit::TableElements, limits),
            instances: limits.size(Limit::Instances),
            stop,
        }
    }

    /// Bytes of all linear memories. Memories never shrink, so this is also the peak.
    pub(super) fn memory(&self) -> usize {
        self.memory.held
    }
}

/// One kind of thing that grows: how much there is, and how much there may be.
#[derive(Debug)]
struct Sum {
    held: usize,
    most: usize,
    limit: Limit,
}

impl Sum {
    fn new(limit: Limit, limits: &Limits) -> Self {
        Self { held: 0, most: limits.size(limit), limit }
    }

    fn grow(
        &mut self,
        stop: &StopCell,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        // Asked before the engine looks at the module's own maximum: what it will refuse is not counted.
        if maximum.is_some_and(|most| desired > most) {
            return Ok(false);
        }
        let sum = self.held.saturating_add(desired.saturating_sub(current));
        if sum > self.most {
            return Err(stop.limit(self.limit));
        }
        self.held = sum;
        Ok(true)
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.memory.grow(&self.stop, current, desired, maximum)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.table_elements.grow(&self.stop, current, desired, maximum)
    }

    fn instances(&self) -> usize {
        self.instances
    }
}

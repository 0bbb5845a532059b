//! One limiter for a whole store. The engine's own counts each memory by itself, so that a component with many
//! inner modules could hold a multiple of its limit; this one sums them.

use wasmtime::ResourceLimiter;

use super::stop::StopCell;
use crate::limits::{Limit, Limits};

/// Sums what one call holds, and ends it at the first growth beyond a limit.
#[derive(Debug)]
pub(super) struct Limiter {
    memory: usize,
    most_memory: usize,
    table_elements: usize,
    most_table_elements: usize,
    instances: usize,
    stop: StopCell,
}

impl Limiter {
    pub(super) fn new(limits: &Limits, stop: StopCell) -> Self {
        Self {
            memory: 0,
            most_memory: limits.size(Limit::Memory),
            table_elements: 0,
            most_table_elements: limits.size(Limit::TableElements),
            instances: limits.size(Limit::Instances),
            stop,
        }
    }

    /// Bytes of all linear memories. Memories never shrink, so this is also the peak.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        // Asked before the engine looks at the module's own maximum: what it will refuse is not counted.
        if maximum.is_some_and(|most| desired > most) {
            return Ok(false);
        }
        let sum = self.memory.saturating_add(desired.saturating_sub(current));
        if sum > self.most_memory {
            return Err(self.stop.limit(Limit::Memory));
        }
        self.memory = sum;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|most| desired > most) {
            return Ok(false);
        }
        let sum = self.table_elements.saturating_add(desired.saturating_sub(current));
        if sum > self.most_table_elements {
            return Err(self.stop.limit(Limit::TableElements));
        }
        self.table_elements = sum;
        Ok(true)
    }

    fn instances(&self) -> usize {
        self.instances
    }
}

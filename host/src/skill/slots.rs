//! How many calls run at once: per skill, as the deployer says, and in the whole host, as the engine's pool
//! allows. Waiting is bounded by the skill's deadline.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use crate::error::Error;
use crate::ids::SkillId;
use crate::limits::{Limit, Limits};
use crate::sandbox::{CONCURRENT_CALLS, Cancellation, LOADS, READERS, Workers};

/// The slots of one host. The mutex guards a look-up, never a wait.
#[derive(Debug)]
pub(crate) struct Slots {
    all: Arc<Semaphore>,
    /// Loads that may take workers at once: the pool has as many threads beside those of calls.
    loads: Arc<Semaphore>,
    /// Readers that may take workers at once.
    readers: Arc<Semaphore>,
    skills: Mutex<HashMap<SkillId, Arc<Semaphore>>>,
}

/// The right to run one call; given back when dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _skill: OwnedSemaphorePermit,
    _host: OwnedSemaphorePermit,
}

impl Slots {
    pub(crate) fn new() -> Self {
        let all = usize::try_from(CONCURRENT_CALLS).unwrap_or(Semaphore::MAX_PERMITS);
        Self {
            all: Arc::new(Semaphore::new(all)),
            loads: Arc::new(Semaphore::new(LOADS)),
            readers: Arc::new(Semaphore::new(READERS)),
            skills: Mutex::default(),
        }
    }

    fn of_skill(&self, id: &SkillId, limits: &Limits) -> Arc<Semaphore> {
        let mut skills = self.skills.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = || Arc::new(Semaphore::new(limits.size(Limit::Concurrency)));
        Arc::clone(skills.entry(id.clone()).or_insert_with(slots))
    }

    /// The right to load on a worker, to be kept until the load is over. `None` never happens: the semaphore is not
    /// closed.
    pub(crate) async fn load(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.loads).acquire_owned().await.ok()
    }

    /// The right to read on a worker, likewise.
    pub(crate) async fn reader(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.readers).acquire_owned().await.ok()
    }

    /// A slot at once, if one is free.
    fn try_take(&self, id: &SkillId, limits: &Limits) -> Result<Slot, TryAcquireError> {
        let skill = self.of_skill(id, limits).try_acquire_owned()?;
        Ok(Slot { _skill: skill, _host: Arc::clone(&self.all).try_acquire_owned()? })
    }

    async fn wait(skill: Arc<Semaphore>, all: Arc<Semaphore>, most: std::time::Duration) -> Option<Slot> {
        let both = async {
            let skill = skill.acquire_owned().await.ok()?;
            Some(Slot { _skill: skill, _host: all.acquire_owned().await.ok()? })
        };
        tokio::time::timeout(most, both).await.ok().flatten()
    }

    /// A slot, for which an asynchronous caller waits.
    pub(crate) async fn take(&self, workers: &Workers, id: &SkillId, limits: &Limits) -> Result<Slot, Error> {
        if let Ok(slot) = self.try_take(id, limits) {
            return Ok(slot);
        }
        let wait = Self::wait(self.of_skill(id, limits), Arc::clone(&self.all), limits.deadline());
        // On the workers' clock: the caller's executor may have none.
        workers.drive(wait).await.ok_or_else(|| busy(id, limits))
    }

    /// A slot, for which the calling thread waits, unless it is told to stop. `Ok(None)`: it was.
    pub(crate) fn take_blocking(
        &self,
        workers: &Workers,
        id: &SkillId,
        limits: &Limits,
        cancellation: &Cancellation,
    ) -> Result<Option<Slot>, Error> {
        if let Ok(slot) = self.try_take(id, limits) {
            return Ok(Some(slot));
        }
        let wait = Self::wait(self.of_skill(id, limits), Arc::clone(&self.all), limits.deadline());
        workers.wait(async {
            tokio::select! {
                slot = wait => slot.map(Some).ok_or_else(|| busy(id, limits)),
                () = cancellation.cancelled() => Ok(None),
            }
        })
    }
}

fn busy(id: &SkillId, limits: &Limits) -> Error {
    Error::SkillBusy { id: id.clone(), running: limits.get(Limit::Concurrency) }
}

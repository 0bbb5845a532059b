//! How many instances a component makes of itself, reckoned before compiling. The engine unfolds every nested
//! instantiation while it compiles, without a bound of its own: forty levels that each instantiate the next one twice
//! are three kilobytes that never finish.

use wasmparser::{
    ComponentAlias, ComponentExternalKind, ComponentInstance, ComponentOuterAliasKind, ComponentTypeRef,
    Instance, Payload,
};

use super::inspect::Refusal;

/// The most instances, core ones included. A Python component makes some dozens.
pub(super) const INSTANCES: u64 = 1_000;
/// How deep modules and components may nest.
const NESTING: usize = 16;

/// One component or module that is open while its bytes are read.
struct Level {
    /// What each entry of its component index space makes when it is instantiated.
    components: Vec<u64>,
    /// What it makes itself.
    instances: u64,
    is_component: bool,
}

/// Follows a component's payloads.
pub(super) struct Instances(Vec<Level>);

impl Instances {
    pub(super) fn new() -> Self {
        Self(vec![Level { components: Vec::new(), instances: 1, is_component: true }])
    }

    /// Whether the payload that comes next belongs to the component itself.
    pub(super) fn is_outermost(&self) -> bool {
        self.0.len() == 1
    }

    /// Takes one payload into account.
    pub(super) fn follow(&mut self, payload: &Payload<'_>) -> Result<(), Refusal> {
        match payload {
            Payload::ModuleSection { .. } => self.open(false)?,
            Payload::ComponentSection { .. } => self.open(true)?,
            Payload::End(_) => self.close(),
            Payload::InstanceSection(section) => {
                for instance in section.clone() {
                    if let Instance::Instantiate { .. } = instance.map_err(Refusal::malformed)? {
                        self.add(1)?;
                    }
                }
            }
            Payload::ComponentInstanceSection(section) => {
                for instance in section.clone() {
                    if let ComponentInstance::Instantiate { component_index, .. } =
                        instance.map_err(Refusal::malformed)?
                    {
                        self.add(self.made_by(0, component_index))?;
                    }
                }
            }
            Payload::ComponentAliasSection(section) => {
                for alias in section.clone() {
                    self.alias(&alias.map_err(Refusal::malformed)?)?;
                }
            }
            Payload::ComponentImportSection(section) => {
                for import in section.clone() {
                    if let ComponentTypeRef::Component(_) = import.map_err(Refusal::malformed)?.ty {
                        return Err(Refusal::PassesComponents);
                    }
                }
            }
            Payload::ComponentExportSection(section) => {
                for export in section.clone() {
                    if export.map_err(Refusal::malformed)?.kind == ComponentExternalKind::Component {
                        return Err(Refusal::PassesComponents);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, is_component: bool) -> Result<(), Refusal> {
        if self.0.len() > NESTING {
            return Err(Refusal::TooDeep);
        }
        self.0.push(Level { components: Vec::new(), instances: 1, is_component });
        Ok(())
    }

    fn close(&mut self) {
        if let Some(closed) = self.0.pop()
            && closed.is_component
            && let Some(parent) = self.0.last_mut()
        {
            parent.components.push(closed.instances);
        }
    }

    fn alias(&mut self, alias: &ComponentAlias<'_>) -> Result<(), Refusal> {
        match alias {
            ComponentAlias::Outer { kind: ComponentOuterAliasKind::Component, count, index } => {
                let made = self.made_by(*count, *index);
                if let Some(level) = self.0.last_mut() {
                    level.components.push(made);
                }
                Ok(())
            }
            ComponentAlias::InstanceExport { kind: ComponentExternalKind::Component, .. } => {
                Err(Refusal::PassesComponents)
            }
            _ => Ok(()),
        }
    }

    /// What a component makes, named by index from `outward` levels outside. An index that leads nowhere is the
    /// engine's to refuse.
    fn made_by(&self, outward: u32, index: u32) -> u64 {
        let level = usize::try_from(outward).ok().and_then(|outward| self.0.iter().rev().nth(outward));
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        level.and_then(|level| level.components.get(index)).copied().unwrap_or(1)
    }

    fn add(&mut self, instances: u64) -> Result<(), Refusal> {
        let Some(level) = self.0.last_mut() else { return Ok(()) };
        level.instances = level.instances.saturating_add(instances);
        if level.instances > INSTANCES { Err(Refusal::TooManyInstances) } else { Ok(()) }
    }
}

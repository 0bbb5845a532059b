//! `wasi:filesystem`: the engine's, over granted directories alone, with one door narrowed: what is neither a
//! file nor a directory is not opened. Opening a pipe or a device may wait for ever, inside the system, where
//! no deadline reaches.

use wasmtime::component::{Linker, Resource};
use wasmtime_wasi::filesystem::{Descriptor, WasiFilesystemView as _};
use wasmtime_wasi::p2::FsError;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{
    DescriptorFlags, DescriptorType, ErrorCode, Host as _, HostDescriptor as _, OpenFlags, PathFlags,
};

use crate::sandbox::state::State;

type Opened = Result<Resource<Descriptor>, ErrorCode>;

/// Replaces `open-at`; the linker must allow it.
pub(in crate::sandbox) fn narrow(linker: &mut Linker<State>, interface: &str) -> wasmtime::Result<()> {
    linker.instance(interface)?.func_wrap(
        "[method]descriptor.open-at",
        |mut store: wasmtime::StoreContextMut<'_, State>,
         (directory, follow, path, how, flags): (
            Resource<Descriptor>,
            PathFlags,
            String,
            OpenFlags,
            DescriptorFlags,
        )|
         -> wasmtime::Result<(Opened,)> {
            let mut view = store.data_mut().filesystem();
            let opened = open(&mut view, directory, follow, path, how, flags);
            Ok((match opened {
                Ok(descriptor) => Ok(descriptor),
                Err(error) => Err(view.convert_error_code(error)?),
            },))
        },
    )
}

fn open(
    view: &mut wasmtime_wasi::filesystem::WasiFilesystemCtxView<'_>,
    directory: Resource<Descriptor>,
    follow: PathFlags,
    path: String,
    how: OpenFlags,
    flags: DescriptorFlags,
) -> Result<Resource<Descriptor>, FsError> {
    // A path that does not exist yet has no type; `open-at` itself then says what is wrong.
    if let Ok(there) = view.stat_at(Resource::new_borrow(directory.rep()), follow, path.clone()) {
        let plain = [DescriptorType::RegularFile, DescriptorType::Directory, DescriptorType::SymbolicLink];
        if !plain.contains(&there.type_) {
            return Err(wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode::NotPermitted.into());
        }
    }
    view.open_at(directory, follow, path, how, flags)
}

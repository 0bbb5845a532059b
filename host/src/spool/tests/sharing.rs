//! Restarts, and several processes and threads over one directory.

use std::sync::Arc;

use super::*;

#[test]
fn the_next_host_reads_what_this_one_wrote() {
    let data = DataDirectory::new();
    let (id, _) = put(&data.open(), b"a\nb");
    let source = data.open().open(id).unwrap();
    assert_eq!(content(&*source), b"a\nb");
    assert_eq!(source.line_index().line_count(), 2);
    assert_eq!(data.staging_directories(), 0);
}

#[test]
fn the_sweep_takes_what_the_dead_left_and_nothing_of_the_living() {
    let data = DataDirectory::new();
    let living = data.open();
    let id = Handle::new();
    let mut writer = living.create(id).unwrap();
    writer.write(b"still being written").unwrap();
    let dead = data.0.path().join("spool/staging").join(Handle::new().to_string());
    fs::create_dir(&dead).unwrap();
    fs::write(dead.join(Handle::new().to_string()), b"half").unwrap();

    let other = data.open();
    assert!(!dead.exists());
    writer.seal().unwrap();
    assert_eq!(content(&*other.open(id).unwrap()), b"still being written");
}

#[test]
fn writers_in_many_threads_do_not_meet() {
    let data = DataDirectory::new();
    let spool: Arc<dyn Spool> = Arc::new(data.open());
    std::thread::scope(|scope| {
        for number in 0..8_u8 {
            let spool = Arc::clone(&spool);
            scope.spawn(move || {
                for _ in 0..8 {
                    let (id, _) = put(&*spool, &[number; 1_000]);
                    assert_eq!(content(&*spool.open(id).unwrap()), [number; 1_000]);
                }
            });
        }
    });
    assert_eq!(data.files().len(), 64);
}

#[test]
fn only_this_user_can_enter_the_spool() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = DataDirectory::new();
    put(&data.open(), b"text");
    for directory in [data.0.path().join("spool"), data.only_file().parent().unwrap().to_owned()] {
        assert_eq!(fs::metadata(directory).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

//! Hosts that store and delete while their directory is backed up, restored and repaired.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;

/// Bytes that tell whose they are.
fn content_of(handle: Handle) -> Vec<u8> {
    handle.to_string().repeat(1 + usize::from(handle.to_string().as_bytes()[35] % 7) * 100).into_bytes()
}

fn churn(data: &Path, until: &AtomicBool) -> Vec<Handle> {
    let embedded = open_directory(data).unwrap();
    let mut kept = Vec::new();
    while !until.load(Ordering::Relaxed) {
        let handle = Handle::new();
        store_record(&embedded, record(handle, 0, 0), &content_of(handle));
        kept.push(handle);
        if kept.len() % 3 == 0 {
            let deleted = kept.swap_remove(kept.len() / 2);
            assert!(delete(&embedded, deleted));
        }
    }
    kept
}

#[test]
fn what_is_stored_and_deleted_meanwhile_costs_no_one_anything() {
    let directories = Directories::new();
    let data = directories.data();
    drop(open_directory(&data).unwrap());
    let until = AtomicBool::new(false);
    let kept: Vec<Handle> = thread::scope(|scope| {
        let hosts: Vec<_> = (0..3).map(|_| scope.spawn(|| churn(&data, &until))).collect();
        for _ in 0..4 {
            let report = backup(&directories);
            assert_eq!((report.damage, report.complete), (0, true), "{report:?}");
            let report = examine(&data, &Examination { contents: true, ..Examination::default() });
            assert_eq!(report.damage, 0, "{report:?}");
        }
        until.store(true, Ordering::Relaxed);
        hosts.into_iter().flat_map(|host| host.join().unwrap()).collect()
    });
    let present = everything(&open_directory(&data).unwrap());
    assert_eq!(present.len(), kept.len());
    backup(&directories);
    let saved = everything(&open_directory(&directories.backup()).unwrap());
    for handle in kept {
        assert_eq!(saved[&handle].1.as_deref(), Some(content_of(handle).as_slice()));
        assert_eq!(saved[&handle], present[&handle]);
    }
    assert_eq!(examine(&data, &Examination::default()).findings, Vec::new());
}

/// Restoring beside hosts: what they have stays, what they lack comes back.
#[test]
fn restoring_beside_hosts_takes_nothing_from_them() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let handles: Vec<Handle> = (0..20).map(|_| Handle::new()).collect();
    handles.iter().for_each(|handle| {
        store_record(&embedded, record(*handle, 0, 0), &content_of(*handle));
    });
    backup(&directories);
    handles.iter().step_by(2).for_each(|handle| assert!(delete(&embedded, *handle)));
    let until = AtomicBool::new(false);
    let kept = thread::scope(|scope| {
        let host = scope.spawn(|| churn(&data, &until));
        assert_eq!(restore(&directories).copied.records, 10);
        until.store(true, Ordering::Relaxed);
        host.join().unwrap()
    });
    let present = everything(&embedded);
    for handle in handles.iter().chain(&kept) {
        assert_eq!(present[handle].1.as_deref(), Some(content_of(*handle).as_slice()));
    }
    assert_eq!(present.len(), handles.len() + kept.len());
}

//! A data directory that is taken away while it is in use.

use super::*;

fn remove(data: &DataDirectory) {
    fs::remove_dir_all(data.0.path()).unwrap();
}

fn remove_spool(data: &DataDirectory) {
    fs::remove_dir_all(data.0.path().join("spool")).unwrap();
}

fn replace(data: &DataDirectory) {
    remove(data);
    fs::create_dir(data.0.path()).unwrap();
    data.open();
}

#[test]
fn whatever_needs_a_directory_that_is_gone_says_so() {
    for take_away in [remove as fn(&DataDirectory), remove_spool, replace] {
        let data = DataDirectory::new();
        let spool = data.open();
        let (kept, _) = put(&spool, b"kept");
        let open = spool.open(kept).unwrap();
        let sealed = Handle::new();
        let [mut begun, uncommitted] = [Handle::new(), sealed].map(|id| spool.create(id).unwrap());
        uncommitted.seal().unwrap();

        take_away(&data);
        let is_gone = |outcome: Result<(), StoreError>| matches!(outcome, Err(StoreError::Gone));
        assert!(is_gone(spool.create(Handle::new()).map(drop)));
        assert!(is_gone(spool.open(kept).map(drop)));
        assert!(is_gone(spool.delete(kept).map(drop)));
        assert!(is_gone(spool.commit(&[sealed])));
        begun.write(b"still written to").unwrap();
        assert!(is_gone(begun.seal().map(drop)));
        assert_eq!(content(&*open), b"kept", "a content that is open stays readable");
    }
}

/// A single content that is missing is no reason to believe that all is.
#[test]
fn a_missing_content_is_only_missing() {
    let data = DataDirectory::new();
    let spool = data.open();
    let (id, _) = put(&spool, b"text");
    fs::remove_dir_all(data.only_file().parent().unwrap()).unwrap();
    assert!(is_missing(&spool, id));
    assert!(!spool.delete(id).unwrap());
    put(&spool, b"goes on");
}

//! Whatever is stored, deleted, backed up and restored, in whatever order: both sides have what they should have, and
//! only that.

use proptest::prelude::*;

use super::*;

#[derive(Debug, Clone)]
enum Step {
    Store(Vec<u8>),
    StoreRetrievable(String, bool),
    Delete(prop::sample::Index),
    LoseBytes(prop::sample::Index),
    Backup,
    Restore,
    Repair,
    /// Begins with an empty data directory.
    Lose,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => prop::collection::vec(any::<u8>(), 0..40_000).prop_map(Step::Store),
        2 => (".{0,50}", any::<bool>()).prop_map(|(text, inline)| Step::StoreRetrievable(text, inline)),
        2 => any::<prop::sample::Index>().prop_map(Step::Delete),
        1 => any::<prop::sample::Index>().prop_map(Step::LoseBytes),
        2 => Just(Step::Backup),
        2 => Just(Step::Restore),
        1 => Just(Step::Repair),
        1 => Just(Step::Lose),
    ]
}

type Contents = BTreeMap<Handle, Vec<u8>>;

fn contents(embedded: &Embedded) -> Contents {
    let inline = |record: &Record| match &record.detail {
        Detail::Retrievable(detail) => detail.inline.clone().unwrap_or_default().into_bytes(),
        _ => Vec::new(),
    };
    let all = everything(embedded).into_iter();
    all.map(|(handle, (record, bytes))| (handle, bytes.unwrap_or_else(|| inline(&record)))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn both_sides_have_what_they_should(steps in prop::collection::vec(step(), 1..14)) {
        let directories = Directories::new();
        let (mut data, mut saved) = (Contents::new(), Contents::new());
        // What was lost of the data directory's bytes, and is in no backup.
        let mut lost = Vec::new();
        let mut host = Some(open_directory(&directories.data()).unwrap());
        let picked = |index: &prop::sample::Index, data: &Contents| {
            (!data.is_empty()).then(|| *data.keys().nth(index.index(data.len())).unwrap())
        };
        for step in steps {
            let embedded = host.as_ref().unwrap();
            match step {
                Step::Store(bytes) => {
                    data.insert(store(embedded, &bytes), bytes);
                }
                Step::StoreRetrievable(text, inline) => {
                    let handle = store_record(embedded, retrievable(&text, inline), text.as_bytes());
                    data.insert(handle, text.into_bytes());
                }
                Step::Delete(index) => {
                    if let Some(handle) = picked(&index, &data) {
                        delete(embedded, handle);
                        data.remove(&handle);
                        lost.retain(|other| *other != handle);
                    }
                }
                Step::LoseBytes(index) => {
                    if let Some(handle) = picked(&index, &data)
                        && embedded.spool.delete(handle).unwrap()
                    {
                        lost.push(handle);
                    }
                }
                Step::Backup => {
                    let report = backup(&directories);
                    let unsaved = lost.iter().filter(|handle| !saved.contains_key(handle)).count();
                    prop_assert_eq!(report.damage, unsaved as u64);
                    let whole = data.iter().filter(|(handle, _)| !lost.contains(handle));
                    saved.extend(whole.map(|(handle, bytes)| (*handle, bytes.clone())));
                }
                Step::Restore => {
                    if directories.backup().exists() {
                        let report = restore(&directories);
                        prop_assert_eq!(report.damage, 0);
                        data.extend(saved.clone());
                        lost.retain(|handle| !saved.contains_key(handle));
                    }
                }
                Step::Repair => {
                    let report = examine(&directories.data(), &Examination::default());
                    prop_assert_eq!(report.damage, lost.len() as u64);
                    prop_assert_eq!(report.records, data.len() as u64);
                }
                Step::Lose => {
                    drop(host.take());
                    fs::remove_dir_all(directories.data()).unwrap();
                    host = Some(open_directory(&directories.data()).unwrap());
                    data.clear();
                    lost.clear();
                }
            }
        }
        let embedded = host.unwrap();
        for handle in lost {
            data.remove(&handle);
            delete(&embedded, handle);
        }
        prop_assert_eq!(contents(&embedded), data);
        if directories.backup().exists() {
            prop_assert_eq!(contents(&open_directory(&directories.backup()).unwrap()), saved);
        }
    }
}

//! Media: what is written arrives, whole or not at all.

use std::io::{ErrorKind, Write};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use skillhost_guest::media::MediaError;
use skillhost_guest::testing::{TestMedia, TestResponse, TestSkill};
use skillhost_guest::{Failure, Media, ModalityHazard, Skill, Tool, TrustTier};

#[derive(Deserialize, JsonSchema)]
struct Pieces {
    sizes: Vec<usize>,
}

/// Writes pieces of these sizes, each of its own byte.
fn write_pieces(pieces: Pieces) -> Result<Media, Failure> {
    let mut media = Media::options("image/x")
        .filename("x.bin")
        .trust_tier(TrustTier::ThirdPartyPrivate)
        .hazard(ModalityHazard::ExtractableInstructions)
        .create()?;
    for (number, size) in (0u8..).zip(pieces.sizes) {
        media.write_all(&vec![number; size])?;
    }
    Ok(media)
}

fn skill() -> TestSkill {
    let manual = "---\nname: pieces\ndescription: Writes.\n---\n";
    Skill::new(manual, "1.0.0").tool(Tool::new("write", "Writes pieces.", write_pieces)).test()
}

#[test]
fn pieces_of_any_size_arrive_in_order() {
    let check = |sizes: &[usize]| {
        let answer = skill().call("write", json!({ "sizes": sizes })).unwrap();
        let bytes = (0u8..).zip(sizes).flat_map(|(number, size)| vec![number; *size]).collect();
        let expected = TestMedia {
            bytes,
            mime_type: "image/x".to_owned(),
            filename: Some("x.bin".to_owned()),
            trust_tier: Some(TrustTier::ThirdPartyPrivate),
            hazard: Some(ModalityHazard::ExtractableInstructions),
        };
        assert_eq!(answer, TestResponse::Media(vec![expected]), "{sizes:?}");
    };
    check(&[]);
    check(&[1, 0, 2]);
    check(&[65_536]);
    check(&[65_535, 2, 200_000, 1]);
}

#[test]
fn past_the_limit_the_failure_names_it() {
    let check = |sizes: &[usize], fits: bool| {
        let answer = skill().media_limit(100_000).call("write", json!({ "sizes": sizes }));
        let text = "the media is larger than the host's limit of 100000 bytes";
        assert_eq!(answer.as_ref().err(), (!fits).then_some(&Failure::failed(text)), "{sizes:?}");
    };
    check(&[100_000], true);
    check(&[50_000, 50_000], true);
    check(&[100_001], false);
    // The last byte is still gathered when the tool returns: the answer fails, not the write.
    check(&[50_000, 50_000, 1], false);
}

#[test]
fn an_error_of_the_host_keeps_its_kind() {
    let error = std::io::Error::from(MediaError::TooLarge { limit: 7 });
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert_eq!(error.to_string(), "the media is larger than the host's limit of 7 bytes");
}

#[test]
fn an_empty_type_or_name_is_refused() {
    let refused = |media: Result<Media, MediaError>| matches!(media, Err(MediaError::Invalid { .. }));
    assert!(refused(Media::create("")));
    assert!(refused(Media::options("text/plain").filename("").create()));
    assert!(!refused(Media::create("text/plain")));
}

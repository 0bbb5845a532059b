//! probe
use std::time::Instant;
use skillhost_artifacts::*;
fn main(){
  let b=Bounds::default();
  // adversarial linear and backtracking
  let line=format!("{}\n", (0..2000).map(|i| if (i*7919)%13<6 {'0'} else {'1'}).collect::<String>());
  let s=MemorySource::new(line.repeat(10_000));
  for p in ["1[01]{1000}$", "(?:1[01]{300}|0[01]{299}1[01]{60})$", "(x+x+)+y", "nothing", "status=(?!200)\\d+", r"(?=.*x)y", r"(?=(.*)x)\1y", r"([01]+)2\1", r"(?=[01]*1[01]{1000}x)a", r"^(?:(0|0|1)\1?)*$"] {
    let now=Instant::now();
    let m=serde_json::json!({"pattern":p});
    let r=read(&BuiltinKind::SpooledArtifact,"artifact_grep",m.as_object().unwrap(),&s,&b);
    println!("20MB {p} {:?} {:?}", r.map(|a|a.text.len()).map_err(|e|e.to_string()), now.elapsed());
  }
}

//! Walks the steps of one case through one door and collects what does not hold.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::agreement;
use crate::case::Case;
use crate::command_line::CommandLine;
use crate::door::{self, Door, DoorName, Outcome};
use crate::judge;
use crate::library::Library;
use crate::stage::Stage;
use crate::step::{Action, Expectation, Step, TogetherCall};
use crate::stored::Inventory;

/// Runs a case in a folder of its own. What does not hold comes back, one text for each step.
pub(crate) fn run(name: &str, case: &Case, door: DoorName) -> Result<Vec<String>> {
    let stage = Stage::set(case)?;
    let door: Box<dyn Door> = match door {
        DoorName::Library => Box::new(Library::new(&stage.config(), case)),
        DoorName::Cli => Box::new(CommandLine::new(stage.path(), case.small_disk)),
    };
    let mut course = Course {
        door,
        stock: Library::new(&stage.config(), case),
        stage,
        answers: Vec::new(),
        comparable: Vec::new(),
        held: None,
    };
    let mut problems = Vec::new();
    for (index, step) in case.steps.iter().enumerate() {
        let held = std::mem::take(&mut course.held);
        let found = course.step(step).with_context(|| format!("step {}", index + 1))?;
        drop(held);
        if !found.is_empty() {
            problems.push(format!("step {}: {}", index + 1, found.join("\n")));
        }
    }
    if problems.is_empty() && case.library_only.is_none() && case.cli_only.is_none() {
        problems.extend(agreement::differences(name, course.comparable));
    }
    Ok(problems)
}

struct Course {
    door: Box<dyn Door>,
    /// For taking stock, beside the door.
    stock: Library,
    stage: Stage,
    /// What each step so far gave; `Null` where it gave nothing.
    answers: Vec<Value>,
    comparable: Vec<Value>,
    /// A database that is held while the next step runs.
    held: Option<rusqlite::Connection>,
}

impl Course {
    fn step(&mut self, step: &Step) -> Result<Vec<String>> {
        let outcome = match &step.action {
            Action::Call(call) => {
                let before = match &step.expect.error {
                    Some(_) => Some(Inventory::take(&mut self.stock, self.stage.path())?),
                    None => None,
                };
                let arguments = self.with_handles(Value::Object(door::json(&call.arguments)?))?;
                let Value::Object(arguments) = arguments else { bail!("arguments are a table") };
                let outcome = self.door.call(call, arguments)?;
                let mut found = judge::differences(&outcome, &step.expect);
                if let (Some(before), Outcome::Failed { .. }) = (before, &outcome) {
                    let left = Inventory::take(&mut self.stock, self.stage.path())?.beyond(&before);
                    found.extend(left.iter().map(|what| format!("the refused call left something: {what}")));
                }
                self.keep(&outcome);
                if let (Outcome::Done(value), true) = (&outcome, found.is_empty()) {
                    found.extend(self.judge_content(value, &step.expect)?);
                }
                return Ok(found);
            }
            Action::Read(read) => {
                let handle = self.handle(&read.handle)?;
                self.door.read(&handle, &read.reader, &door::json(&read.arguments)?)?
            }
            Action::Load(skill) => self.door.load(skill)?,
            Action::Unload(skill) => self.door.unload(skill)?,
            Action::Check => {
                // The command line shows the effective limits and grants; the library has them in its configuration.
                let outcome = self.door.check()?;
                self.answers.push(Value::Null);
                return Ok(judge::differences(&outcome, &step.expect));
            }
            Action::Tools => self.door.tools()?,
            Action::Stored(class) => self.door.stored(*class)?,
            Action::Delete(reference) => {
                let handle = self.handle(reference)?;
                self.door.delete(&handle)?
            }
            Action::Search(search) => self.door.search(search)?,
            Action::Log(log) => self.door.log(log)?,
            Action::Prune(prune) => self.door.prune(prune)?,
            Action::Usage => self.door.usage()?,
            Action::Command(words) => self.door.command(words)?,
            Action::Together(calls) => {
                self.answers.push(Value::Null);
                return self.together(calls, &step.expect);
            }
            Action::Restart => {
                self.answers.push(Value::Null);
                self.door.restart();
                self.stock.restart();
                return Ok(Vec::new());
            }
            Action::Disturb(disturbance) => {
                self.answers.push(Value::Null);
                // What the stock-taker has open must not hide what is done now.
                self.stock.restart();
                self.held = self.stage.disturb(disturbance)?;
                return Ok(Vec::new());
            }
        };
        self.keep(&outcome);
        Ok(judge::differences(&outcome, &step.expect))
    }

    fn keep(&mut self, outcome: &Outcome) {
        self.comparable.extend(agreement::comparable(outcome));
        self.answers.push(match outcome {
            Outcome::Done(value) => value.clone(),
            _ => Value::Null,
        });
    }

    fn together(&mut self, calls: &[TogetherCall], expect: &Expectation) -> Result<Vec<String>> {
        let (outcomes, ended) = self.door.together(calls)?;
        let mut found = Vec::new();
        let place = |index: usize| ended.iter().position(|other| *other == index);
        for (index, (call, outcome)) in calls.iter().zip(&outcomes).enumerate() {
            let differences = judge::differences(outcome, &call.expect);
            found.extend(differences.iter().map(|text| format!("call {}: {text}", index + 1)));
            if let Some(back) = call.overtakes
                && place(index) > place(index.saturating_sub(back))
            {
                found.push(format!("call {} ended after the one that it was to overtake", index + 1));
            }
        }
        // What the step as a whole expects, one of the calls has to show.
        if expect.error.is_some() {
            let none = outcomes.iter().all(|outcome| !judge::differences(outcome, expect).is_empty());
            if none {
                found.push(format!("no call ended as the step expects:\n{outcomes:#?}"));
            }
        }
        Ok(found)
    }

    /// The bytes behind what a call gave.
    fn judge_content(&mut self, value: &Value, expect: &Expectation) -> Result<Option<String>> {
        let Some(expected) = &expect.content else {
            return Ok(None);
        };
        let expected = match judge::to_json(expected) {
            Value::String(text) => text.into_bytes(),
            Value::Array(list) => list.iter().filter_map(|byte| byte.as_u64()?.try_into().ok()).collect(),
            other => bail!("`content` is a string or a list of numbers, not {other}"),
        };
        let handle = main_handle(value).context("the answer has no handle to read `content` from")?;
        let output = value.get("output").unwrap_or(&Value::Null);
        let actual = self.door.content(&handle, output)?;
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((actual != expected)
            .then(|| format!("content\n  expected {:?}\n  actual   {:?}", show(&expected), show(&actual))))
    }

    /// The arguments with `{1}` replaced by the handle of step 1, and so on.
    fn with_handles(&self, value: Value) -> Result<Value> {
        Ok(match value {
            Value::String(text) => match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
                Some(reference) if reference.starts_with(|c: char| c.is_ascii_digit()) => {
                    Value::String(self.handle(reference)?)
                }
                _ => Value::String(text),
            },
            Value::Object(map) => Value::Object(
                map.into_iter()
                    .map(|(key, value)| Ok((key, self.with_handles(value)?)))
                    .collect::<Result<_>>()?,
            ),
            other => other,
        })
    }

    /// The handle that a step's number stands for, or the text itself.
    fn handle(&self, reference: &str) -> Result<String> {
        let (number, part) = reference.split_once('.').unwrap_or((reference, ""));
        let Ok(number) = number.parse::<usize>() else {
            return Ok(reference.to_owned());
        };
        let answer =
            self.answers.get(number.wrapping_sub(1)).with_context(|| format!("no step {number} so far"))?;
        let handle = match part {
            "" => main_handle(answer),
            "acknowledgement" => text_at(answer, "/output/acknowledgement/handle"),
            other => bail!("a step gives no `{other}`"),
        };
        handle.with_context(|| format!("step {number} gave no handle: {answer}"))
    }
}

fn main_handle(answer: &Value) -> Option<String> {
    ["/output/handle", "/output/record/handle", "/output/media/0/handle", "/body"]
        .into_iter()
        .find_map(|pointer| text_at(answer, pointer))
}

fn text_at(value: &Value, pointer: &str) -> Option<String> {
    value.pointer(pointer).and_then(Value::as_str).map(str::to_owned)
}

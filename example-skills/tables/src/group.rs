//! `table_group`: one row per distinct value, with what is counted and added up over its rows.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Number, Value};
use skillhost_guest::Failure;

use crate::table::Table;
use crate::value::{compare, float};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Group {
    /// The table as CSV text. Its first line is the column names.
    csv: String,
    /// What separates cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
    /// The columns whose distinct values make the groups. Empty: one group of all rows.
    #[serde(default)]
    by: Vec<String>,
    /// What to work out for each group; answered under names such as `count` or `sum(amount)`.
    aggregates: Vec<Aggregate>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Aggregate {
    function: Function,
    /// The column to work on. Only `count` can do without one: it then counts rows.
    column: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Function {
    Count,
    Sum,
    Mean,
    Min,
    Max,
}

pub(crate) fn group(arguments: Group) -> Result<String, Failure> {
    let table = Table::parse(&arguments.csv, arguments.delimiter)?;
    let by: Vec<usize> = arguments.by.iter().map(|name| table.column(name)).collect::<Result<_, _>>()?;
    let mut columns = arguments.by;
    let mut aggregates = Vec::new();
    for aggregate in arguments.aggregates {
        aggregates.push(resolve(&table, &aggregate)?);
        columns.push(name(&aggregate));
    }

    let rows = gather(&table, &by).into_iter().map(|(mut row, members)| {
        row.extend(aggregates.iter().map(|aggregate| compute(*aggregate, &members)));
        row
    });
    Ok(Table { rows: rows.collect(), columns }.into_json_lines())
}

/// What each group has in common, and its rows; in the order in which the groups first appear.
fn gather<'table>(table: &'table Table, by: &[usize]) -> Vec<(Vec<Value>, Vec<&'table [Value]>)> {
    let mut groups: Vec<(Vec<Value>, Vec<&[Value]>)> = Vec::new();
    let mut positions: HashMap<Vec<Value>, usize> = HashMap::new();
    for row in &table.rows {
        let key: Vec<Value> = by.iter().filter_map(|column| row.get(*column).cloned()).collect();
        let position = *positions.entry(key.clone()).or_insert(groups.len());
        match groups.get_mut(position) {
            Some((_, members)) => members.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}

fn name(aggregate: &Aggregate) -> String {
    let function = match aggregate.function {
        Function::Count => "count",
        Function::Sum => "sum",
        Function::Mean => "mean",
        Function::Min => "min",
        Function::Max => "max",
    };
    match &aggregate.column {
        Some(column) => format!("{function}({column})"),
        None => function.to_owned(),
    }
}

fn resolve(table: &Table, aggregate: &Aggregate) -> Result<(Function, Option<usize>), Failure> {
    let Some(name) = &aggregate.column else {
        return match aggregate.function {
            Function::Count => Ok((Function::Count, None)),
            _ => Err(Failure::invalid_arguments("only `count` can do without a column")),
        };
    };
    let column = table.column(name)?;
    if matches!(aggregate.function, Function::Sum | Function::Mean)
        && let Some(example) = table.cells(column).find_map(Value::as_str)
    {
        let reason = format_args!("column `{name}` is not numeric: it has `{example}`");
        return Err(Failure::invalid_arguments(reason));
    }
    Ok((aggregate.function, Some(column)))
}

fn compute((function, column): (Function, Option<usize>), rows: &[&[Value]]) -> Value {
    let Some(column) = column else {
        return rows.len().into();
    };
    let cells = rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_null());
    let extreme = match function {
        Function::Count => return cells.count().into(),
        Function::Sum => return sum(cells),
        Function::Mean => return mean(cells),
        Function::Min => cells.min_by(|left, right| compare(left, right)),
        Function::Max => cells.max_by(|left, right| compare(left, right)),
    };
    extreme.cloned().unwrap_or(Value::Null)
}

/// With as many decimals as the most precise cell: prices add up to a price, not to 0.30000000000000004.
fn sum<'a>(cells: impl Iterator<Item = &'a Value>) -> Value {
    let numbers: Vec<&Number> = cells.filter_map(Value::as_number).collect();
    let whole = numbers.iter().try_fold(0i64, |total, number| total.checked_add(number.as_i64()?));
    if let Some(total) = whole {
        return total.into();
    }
    let total: f64 = numbers.iter().map(|number| float(number)).sum();
    let decimals = numbers.iter().map(|number| decimals(number)).max().unwrap_or(0);
    format!("{total:.decimals$}").parse::<f64>().unwrap_or(total).into()
}

fn mean<'a>(cells: impl Iterator<Item = &'a Value> + Clone) -> Value {
    let total = sum(cells.clone()).as_f64();
    match cells.count() {
        0 => Value::Null,
        count => total.map_or(Value::Null, |total| (total / count as f64).into()),
    }
}

/// Digits after the point; as many as a float can tell apart where the number has an exponent.
fn decimals(number: &Number) -> usize {
    let text = number.to_string();
    match text.contains(['e', 'E']) {
        true => 300,
        false => text.split_once('.').map_or(0, |(_, decimals)| decimals.len()),
    }
}

"""The section files of ncu_sections/ are what Nsight Compute reads: syntax, fields, names, metrics."""

import re
from pathlib import Path

import pytest
import section_files
from section_files import SectionError

FOLDER = Path(__file__).resolve().parents[2] / "ncu_sections"
FILES = sorted(FOLDER.glob("*.section"))
QUESTIONS = ["Atomics", "Coalescing", "InstructionMix", "Latency", "Roofline", "SharedMemory", "Traffic"]

ARCHS = tuple(f"CC_{number}" for number in (70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121))
SORTING = {"SortKey": ("ByLabel", "ByValue"), "SortDirection": ("Ascending", "Descending")}
EXPRESSION = {"ValuePerCycleMetrics": "Metric*", "CyclesPerSecondMetric": "Metric"}
CHART = {"Label": "string", "Description": "string", "ValueAxis": "ValueAxis", "Metrics": "Metric*"}
# Messages and fields by their names in Nsight Compute's extras/FileFormat (ProfilerSection.proto and
# ProfilerMetricOptions.proto), as far as a section like ours may want them: '*' may be repeated, '!' must be there.
FORMATS = {
    "Section": {"Identifier": "string!", "DisplayName": "string!", "Order": "number", "Description": "string",
                "Header": "Header", "Body": "Body*", "Metrics": "Metrics", "Sets": "Set*", "Extends": "string",
                "MetricDefinitions": "MetricDefinitions", "Filter": "Filter"},
    "Set": {"Identifier": "string!"},
    "Header": {"Rows": "number", "Metrics": "Metric*"},
    "Metrics": {"Metrics": "Metric*", "Order": "number"},
    "Metric": {"Name": "string!", "Label": "string", "ShowInstances": "bool", "Unit": "string", "Filter": "Filter",
               "Options": "Option*"},
    "Option": {"Name": "string!", "Label": "string", "Filter": "Filter"},
    "Filter": {"MinArch": ARCHS, "MaxArch": ARCHS, "Items": "FilterItem*", "CollectionFilter": "CollectionFilter"},
    "FilterItem": {"MinArch": ARCHS, "MaxArch": ARCHS},
    "CollectionFilter": {"Importance": ("CollectionImportance_Required", "CollectionImportance_Optional")},
    "MetricDefinitions": {"MetricDefinitions": "MetricDefinition*"},
    "MetricDefinition": {"Name": "string!", "Expression": "string!", "Filter": "Filter"},
    "Body": {"DisplayName": "string", "SetDefault": "bool", "Items": "Item*"},
    "Item": {"Table": "Table", "BarChart": "BarChart", "RooflineChart": "RooflineChart",
             "HorizontalContainer": "HorizontalContainer", "Filter": "Filter"},
    "HorizontalContainer": {"Items": "Item*"},
    "Table": {"Label": "string", "Description": "string", "Rows": "number", "Columns": "number!",
              "Order": ("RowMajor", "ColumnMajor"), "Metrics": "Metric*", **SORTING},
    "BarChart": {"Direction": ("Horizontal", "Vertical"), "CategoryAxis": "Axis", **CHART, **SORTING},
    "Axis": {"Label": "string"},
    "ValueAxis": {"Label": "string", "Range": "Range", "TickCount": "number"},
    "Range": {"Min": "number", "Max": "number"},
    "RooflineChart": {"Label": "string", "Description": "string", "AxisIntensity": "Axis", "AxisWork": "Axis",
                      "Rooflines": "Roofline*", "AchievedValues": "Achieved*"},
    "Roofline": {"PeakWork": "Value!", "PeakTraffic": "Value!", "Options": "Axis"},
    "Achieved": {"AchievedWork": "Value!", "AchievedTraffic": "Value!", "Options": "Axis"},
    "Value": {"Metric": "Metric", "ValueCyclesPerSecondExpression": "Expression"},
    "Expression": EXPRESSION,
}
OPERANDS = re.compile(r"(\S+) [-+*/] (\S+)")


def check(text, name):
    """Raises SectionError unless a text is a section file of this name that says all that ours say."""
    fields = section_files.parse(text, name)
    section_files.check(fields, FORMATS, "Section", name)
    identifier = section_files.values([field for field in fields if field.name == "Identifier"], "Identifier")[0]
    if f"{identifier}.section" != name:
        raise SectionError(f"{name}: Identifier is {identifier!r}; expected the file's name")
    for wanted in ("Description", "Header", "Body"):
        if wanted not in {field.name for field in fields}:
            raise SectionError(f"{name}: no {wanted}")
    defined = {}
    for definition in section_files.values(fields, "MetricDefinitions")[1:]:
        defined[section_files.values(definition, "Name")[0]] = section_files.values(definition, "Expression")[0]
    for metric in metrics_of(fields):
        if not section_files.is_metric(metric):
            raise SectionError(f"{name}: {metric!r} is not a metric; expected one like dram__bytes_read.sum")
        if metric.startswith("derived__") and metric not in defined:
            raise SectionError(f"{name}: {metric} is used and not defined")
    for metric, expression in defined.items():
        operands = OPERANDS.fullmatch(expression)
        if not operands or not all(section_files.is_metric(one) or one.isdecimal() for one in operands.groups()):
            raise SectionError(f"{name}: {metric} is {expression!r}; expected one like dram__bytes_read.sum * 2")


def metrics_of(fields):
    """The names of all metrics in a section, those that it defines included."""
    return section_files.values(fields, "Name")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_section_file_is_legal(path):
    check(path.read_text("ascii"), path.name)


def test_each_question_has_a_section():
    assert [path.stem for path in FILES] == [f"Rungs{question}" for question in QUESTIONS]


def test_names_and_places_are_unique():
    for name in ("DisplayName", "Order"):
        found = [field.value for path in FILES for field in section_files.parse(path.read_text()) if field.name == name]
        assert len(set(found)) == len(FILES)


def test_the_readme_speaks_of_every_file():
    readme = (FOLDER / "README.md").read_text()
    named = set(re.findall(r"`(Rungs\w+|rungs_rule)`", readme))
    assert named == {path.stem for path in FOLDER.glob("*.section")} | {"rungs_rule"}
    assert {path.stem for path in FOLDER.glob("*.py")} <= named


DEFINITION = 'MetricDefinitions { MetricDefinitions { Name: "derived__x" Expression: "dram * 2" } }'


@pytest.mark.parametrize(("old", "new", "says"), [
    ("Header {", "Head {", r"RungsTraffic.section:\d+: Section has no field Head; expected Identifier"),
    ('Label: "DRAM Read"', 'Lable: "DRAM Read"', "Metric has no field Lable"),
    ("Columns: 2", "", "Table lacks the field Columns"),
    ("Columns: 2", 'Columns: "2"', "Columns is '2'; expected a number"),
    ("Columns: 2", "Columns: 2 Columns: 3", "Columns appears twice in one Table"),
    ("Columns: 2", "Columns: 2 SortKey: ByName", "SortKey is 'ByName'; expected ByLabel, ByValue"),
    ("ValueAxis {", "ValueAxis: 3 Axis {", r"ValueAxis is a value; expected ValueAxis \{"),
    ("Header {", "Header", "Header is incomplete"),
    ("Header {", "} Header {", r"section:\d+: '\}' without a '\{'"),
    ("Header {", "Header { Metrics {", r"section:\d+: '\{' without a '\}' below it"),
    ("Order: 201", "Order:", "is incomplete"),
    ("Order: 201", "Order: }", "no value behind ':'"),
    ("Order: 201", "Order: 201 Order: 202", "Order appears twice in one Section"),
    ('"DRAM Read"', '"DRAM Read', "'\"DRAM Read'; expected names"),
    ('"DRAM Read"', "DRAM", "Label is 'DRAM'; expected a string"),
    ('"RungsTraffic"', '"RungsTrafic"', "Identifier is 'RungsTrafic'; expected the file's name"),
    ('Identifier: "RungsTraffic"', "", "Section lacks the field Identifier"),
    ("Description:", "Extends:", "no Description"),
    ("dram__bytes_read.sum", "dram__bytes_read", "'dram__bytes_read' is not a metric"),
    ("dram__bytes_read.sum", "dram__bytes_read.total", "'dram__bytes_read.total' is not a metric"),
    ("dram__bytes_read.sum", "derived__bytes", "derived__bytes is used and not defined"),
    ("Header {", DEFINITION + " Header {", r"derived__x is 'dram \* 2'"),
])
def test_planted_mistakes_are_caught(old, new, says):
    good = (FOLDER / "RungsTraffic.section").read_text()
    assert old in good
    with pytest.raises(SectionError, match=says):
        check(good.replace(old, new, 1), "RungsTraffic.section")


def test_an_empty_file_is_no_section():
    with pytest.raises(SectionError, match="x.section: Section lacks the field Identifier"):
        check("", "x.section")


def test_strings_side_by_side_are_one_and_comments_are_skipped():
    fields = section_files.parse('A: "one \\"two\\" " # not this\n   "three"\nB { C: -1.5 D: yes }')
    assert [(field.name, field.value) for field in fields][:1] == [("A", 'one "two" three')]
    assert [(field.name, field.value, field.line) for field in fields[1].value] == [("C", -1.5, 3), ("D", "yes", 3)]


@pytest.mark.parametrize(("name", "legal"), [
    ("dram__bytes_read.sum", True), ("dram__bytes.sum.per_second", True), ("lts__t_sector_hit_rate.pct", True),
    ("launch__registers_per_thread", True), ("sm__warps_active.avg.pct_of_peak_sustained_active", True),
    ("DRAM__bytes.sum", False), ("dram_bytes.sum", False), ("dram__bytes.sum.sum", False), ("dram__bytes sum", False),
    ("launch__registers_per_thread.sum", False), ("", False),
])
def test_spelling_of_metrics(name, legal):
    assert section_files.is_metric(name) == legal

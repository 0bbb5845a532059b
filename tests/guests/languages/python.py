"""A skill in Python, as its author would write it: the limits and the contract have to fit other languages'
components too. `javascript.js` beside it has the same tools; `cargo xtask guests --languages` builds both."""

import json
from collections import Counter

from componentize_py_types import Err
from wit_world import exports
from wit_world.exports.tools import About, Advice, Descriptor, Tool
from wit_world.imports import log
from wit_world.imports.media import Media, MediaOptions
from wit_world.imports.output import Failure_Failed, Response_Media, Response_Retrievable, Response_String, Retrievable

DESCRIPTIONS = {
    "count": "counts the words of a text",
    "picture": "builds a media in two chunks",
    "record": "answers a record",
    "refuse": "fails with a text",
    "spin": "computes for ever",
    "hoard": "keeps ever more memory",
}


def tool(name: str, description: str) -> Tool:
    return Tool(
        name=name,
        title=None,
        description=description,
        input_schema='{"type":"object"}',
        output=None,
        artifact_kind=None,
        annotations=None,
        extensions=[],
    )


class Tools(exports.Tools):
    def describe(self) -> Descriptor:
        return Descriptor(
            id="python",
            version="1.0.0",
            name="Python",
            description="The contract, from Python.",
            instructions=None,
            tools=[tool(name, description) for name, description in DESCRIPTIONS.items()],
            advice=Advice(trust_tier=None, artifact_kind=None),
            about=About(license=None, compatibility=None, metadata=[]),
            extensions=[],
        )

    def call(self, tool: str, arguments: str):
        words = json.loads(arguments).get("words", "")
        match tool:
            case "count":
                log.log(log.Level.INFO, f"counting {len(words)} characters")
                return Response_String(json.dumps(Counter(words.split()), separators=(",", ":")))
            case "picture":
                media = Media.create("image/png", MediaOptions("dot.png", None, None))
                media.write(b"\x89P")
                media.write(b"NG")
                return Response_Media([media])
            case "record":
                return Response_Retrievable(Retrievable(words, "https://example.org/", None, 0.5, False))
            case "spin":
                while True:
                    pass
            case "hoard":
                hoard = []
                while True:
                    hoard.append(b"x" * (1 << 20))
            case _:
                raise Err(Failure_Failed(f"refused: {words}"))

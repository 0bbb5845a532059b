// A skill in JavaScript, as its author would write it: the limits and the contract have to fit other languages'
// components too. `python.py` beside it has the same tools; `cargo xtask guests --languages` builds both.
import { Media } from 'skillhost:skill/media@0.1.0';
import { log } from 'skillhost:skill/log@0.1.0';

const anything = '{"type":"object"}';
const descriptions = {
  count: 'counts the words of a text',
  picture: 'builds a media in two chunks',
  record: 'answers a record',
  refuse: 'fails with a text',
  spin: 'computes for ever',
  hoard: 'keeps ever more memory',
};

function call(name, text) {
  const { words = '' } = JSON.parse(text);
  switch (name) {
    case 'count': {
      log('info', `counting ${words.length} characters`);
      const counts = {};
      for (const word of words.split(/\s+/).filter(Boolean)) counts[word] = (counts[word] ?? 0) + 1;
      return { tag: 'string', val: JSON.stringify(counts) };
    }
    case 'picture': {
      const media = Media.create('image/png', { filename: 'dot.png' });
      media.write(new Uint8Array([0x89, 0x50]));
      media.write(new Uint8Array([0x4e, 0x47]));
      return { tag: 'media', val: [media] };
    }
    case 'record':
      return { tag: 'retrievable', val: { content: words, source: 'https://example.org/', score: 0.5, inline: false } };
    case 'spin':
      for (;;);
    case 'hoard': {
      const hoard = [];
      for (;;) hoard.push(new Uint8Array(1 << 20).fill(1));
    }
    default:
      throw { tag: 'failed', val: `refused: ${words}` };
  }
}

export const tools = {
  describe: () => ({
    id: 'javascript',
    version: '1.0.0',
    name: 'JavaScript',
    description: 'The contract, from JavaScript.',
    tools: Object.entries(descriptions).map(([name, description]) => ({
      name,
      description,
      inputSchema: anything,
      extensions: [],
    })),
    advice: {},
    about: { metadata: [] },
    extensions: [],
  }),
  call,
};

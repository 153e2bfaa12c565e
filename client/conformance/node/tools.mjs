// Tools, pictures and JSON output: docs/gateway.md 4.1.1 to 4.1.5.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { crc32 } from './sound.mjs';
import { file, names, schemas, sdk, validates, wantError } from './gateway.mjs';
import { ask, complete, streamed } from './chat.mjs';

const tool = (name, description, parameters, more = {}) => ({ type: 'function', function: { name, description, parameters, ...more } });
const city = { type: 'object', properties: { city: { type: 'string', description: 'The city, such as Paris' } }, required: ['city'] };
const weather = tool('get_weather', 'Tells the current weather in a city', city);
const clock = tool('get_time', 'Tells the current time in a city', city);
const inParis = 'What is the weather in Paris?';
const both = 'What is the weather in Paris, and what is the time in Tokyo?';

// withTools is a question that wants tools.
function withTools(words, tools, more = {}) {
  const { max_tokens: _, ...q } = ask(words, { model: names.tools, ...more });
  return tools ? { ...q, tools } : q;
}

// called checks a choice that calls tools and gives its calls.
function called(choice) {
  assert.equal(choice.finish_reason, 'tool_calls', String(choice.message.content).slice(0, 200));
  assert.ok(!choice.message.content, `text beside the calls: ${choice.message.content}`);
  const calls = choice.message.tool_calls;
  assert.ok(calls.length > 0);
  assert.equal(new Set(calls.map((c) => c.id)).size, calls.length, 'two calls with one id');
  for (const c of calls) {
    assert.ok(c.type === 'function' && c.id, JSON.stringify(c));
    JSON.parse(c.function.arguments);
  }
  return calls.map((c) => c.function);
}

function wantCity(call, name, where) {
  assert.deepEqual([call.name, JSON.parse(call.arguments).city], [name, where]);
}

const first = async (q) => (await complete(q)).choices[0];

// answered sends results of the calls back and gives the text that comes of them.
async function answered(q, message, ...results) {
  const next = {
    ...q, messages: [...q.messages, message, ...message.tool_calls.map((c, i) => ({ role: 'tool', tool_call_id: c.id, content: results[i] }))],
  };
  const c = await first(next);
  assert.equal(c.finish_reason, 'stop');
  assert.ok(c.message.content && !c.message.tool_calls?.length);
  assert.equal((await streamed(next)).whole.choices[0].message.content, c.message.content);
  return c.message.content;
}

const refused = (q, param) => () => wantError(() => sdk().chat.completions.create(q), 400, param);
const hello = (tools, more) => withTools('Hello!', tools, more);

export const toolCases = {
  'tools/call': async () => {
    const calls = called(await first(withTools(inParis, [weather])));
    assert.equal(calls.length, 1);
    wantCity(calls[0], 'get_weather', 'Paris');
  },
  'tools/call-streamed': async () => {
    const { whole, chunks } = await streamed(withTools(inParis, [weather]));
    wantCity(called(whole.choices[0])[0], 'get_weather', 'Paris');
    const pieces = chunks.flatMap((c) => c.choices[0].delta.tool_calls ?? []);
    assert.ok(pieces[0].id && pieces[0].function.name && pieces[0].type === 'function', JSON.stringify(pieces[0]));
    for (const p of pieces.slice(1)) assert.ok(!p.id, JSON.stringify(p));
    assert.ok(pieces.length >= 3, `${pieces.length} pieces`);
  },
  'tools/chosen-among-many': async () => {
    const others = Array.from({ length: 60 }, (_, i) => tool(`unrelated_${i}`, 'Files a form about pencils'));
    wantCity(called(await first(withTools(inParis, [...others, weather])))[0], 'get_weather', 'Paris');
  },
  'tools/parallel': async () => {
    const calls = called(await first(withTools(both, [weather, clock])));
    assert.equal(calls.length, 2);
    wantCity(calls[0], 'get_weather', 'Paris');
    wantCity(calls[1], 'get_time', 'Tokyo');
  },
  'tools/parallel-streamed': async () => {
    const calls = called((await streamed(withTools(both, [weather, clock]))).whole.choices[0]);
    assert.equal(calls.length, 2);
    wantCity(calls[0], 'get_weather', 'Paris');
    wantCity(calls[1], 'get_time', 'Tokyo');
  },
  'tools/parallel-forbidden': async () => assert.equal(called(await first(withTools(both, [weather, clock], { parallel_tool_calls: false }))).length, 1),
  'tools/choice-auto': async () => called(await first(withTools(inParis, [weather], { tool_choice: 'auto' }))),
  'tools/choice-auto-not-needed': async () => {
    const c = await first({ ...hello([weather]), max_tokens: 20 });
    assert.ok(c.message.content && !c.message.tool_calls?.length, JSON.stringify(c));
  },
  'tools/choice-none': async () => {
    const c = await first({ ...withTools(inParis, [weather], { tool_choice: 'none' }), max_tokens: 20 });
    assert.ok(c.message.content && !c.message.tool_calls?.length && c.finish_reason !== 'tool_calls', JSON.stringify(c));
  },
  'tools/choice-required': async () => called(await first(hello([weather, clock], { tool_choice: 'required' }))),
  'tools/choice-required-streamed': async () => called((await streamed(hello([weather, clock], { tool_choice: 'required' }))).whole.choices[0]),
  'tools/choice-named': async () => {
    for (const c of called(await first(withTools(inParis, [weather, clock], { tool_choice: { type: 'function', function: { name: 'get_time' } } })))) {
      assert.equal(c.name, 'get_time');
    }
  },
  'tools/choice-named-unknown': refused(hello([weather], { tool_choice: { type: 'function', function: { name: 'get_nothing' } } }), 'tool_choice'),
  'tools/choice-unknown-word': refused(hello([weather], { tool_choice: 'maybe' }), 'tool_choice'),
  'tools/choice-wrong-type': refused(hello([weather], { tool_choice: 3 }), 'tool_choice'),
  'tools/choice-without-tools': refused(hello(null, { tool_choice: 'required' }), 'tool_choice'),
  'tools/round-trip': async () => {
    // The SDK's own runner calls the function and sends its result back.
    const asked = [];
    const runner = sdk().chat.completions.runTools({
      ...withTools(inParis),
      tools: [{ type: 'function', function: { ...weather.function, parse: JSON.parse, function: (a) => (asked.push(a.city), { sky: 'clear', degrees: 17 }) } }],
    });
    const said = await runner.finalContent();
    assert.deepEqual(asked, ['Paris']);
    assert.ok(said.includes('17'), said);
  },
  'tools/round-trip-plain-text': async () => {
    const q = withTools(inParis, [weather]);
    const said = await answered(q, (await first(q)).message, 'a violet drizzle');
    assert.ok(said.includes('violet drizzle'), said);
  },
  'tools/round-trip-parallel': async () => {
    const q = withTools(both, [weather, clock]);
    const { message } = await first(q);
    assert.equal(message.tool_calls?.length, 2);
    const said = await answered(q, message, '{"degrees":17}', '{"time":"21:43"}');
    assert.ok(said.includes('17') && said.includes('21:43'), said);
  },
  'tools/round-trip-streamed': async () => {
    const q = withTools(inParis, [weather]);
    const said = await answered(q, (await streamed(q)).whole.choices[0].message, '{"sky":"clear","degrees":17}');
    assert.ok(said.includes('17'), said);
  },
  'tools/next-question': async () => {
    const q = withTools(inParis, [weather]);
    const { message } = await first(q);
    q.messages.push(message, { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '{"degrees":17}' },
      { role: 'assistant', content: '17 degrees.' }, { role: 'user', content: 'And the weather in Rome?' });
    wantCity(called(await first(q))[0], 'get_weather', 'Rome');
  },
  'tools/every-type': async () => {
    const q = withTools('File a ticket.', [tool('file_ticket', 'Files a ticket', schemas.everyType, { strict: true })], { tool_choice: 'required' });
    validates(schemas.everyType, called(await first(q))[0].arguments);
  },
  'tools/no-parameters': async () => {
    const [c] = called(await first(withTools('Ring the bell.', [{ type: 'function', function: { name: 'ring_bell', description: 'Rings the bell' } }])));
    assert.deepEqual([c.name, c.arguments.trim()], ['ring_bell', '{}']);
  },
  'tools/n-2': async () => {
    const q = withTools(inParis, [weather], { n: 2 });
    for (const { choices } of [await complete(q), (await streamed(q)).whole]) {
      assert.equal(choices.length, 2);
      for (const c of choices) wantCity(called(c)[0], 'get_weather', 'Paris');
    }
  },
  'tools/usage-counts-them': async () => {
    const [a, b] = [await complete(hello([weather])), await complete(hello())];
    assert.ok(a.usage.prompt_tokens > b.usage.prompt_tokens);
  },
  'tools/model-without': refused(withTools(inParis, [weather], { model: names.plain }), 'tools'),
  'tools/name-missing': refused(hello([{ type: 'function', function: { description: 'x' } }]), 'tools'),
  'tools/name-malformed': refused(hello([{ type: 'function', function: { name: 'get weather!' } }]), 'tools'),
  'tools/name-twice': refused(hello([weather, weather]), 'tools'),
  'tools/too-many': refused(hello(Array.from({ length: 129 }, (_, i) => tool(`tool_${i}`, 'x'))), 'tools'),
  'tools/type-unknown': refused(hello([{ type: 'magic', function: { name: 'x' } }]), 'tools'),
  'tools/parameters-no-schema': refused(hello([tool('x', 'x', { type: 'banana' })]), 'tools'),
  'tools/result-without-id': refused(hello([weather], { messages: [{ role: 'user', content: 'Hello!' }, { role: 'tool', content: 'x' }] }), 'messages'),
  'tools/result-of-no-call': refused(
    hello([weather], { messages: [{ role: 'user', content: 'Hello!' }, { role: 'tool', content: 'x', tool_call_id: 'call_of_nobody' }] }), 'messages'),
  'tools/result-twice': async () => {
    const q = withTools(inParis, [weather]);
    const c = await first(q);
    called(c);
    const result = { role: 'tool', tool_call_id: c.message.tool_calls[0].id, content: '17' };
    await refused({ ...q, messages: [...q.messages, c.message, result, result] }, 'messages')();
  },
  'tools/result-missing': async () => {
    const q = withTools(both, [weather, clock]);
    const c = await first(q);
    called(c);
    await refused({ ...q, messages: [...q.messages, c.message, { role: 'user', content: 'Well?' }] }, 'messages')();
  },
};

const dataURL = (kind, data) => `data:${kind};base64,${Buffer.from(data).toString('base64')}`;
const png = () => dataURL('image/png', file('picture.png'));
const jpeg = () => dataURL('image/jpeg', file('picture.jpg'));
const image = (url, more = {}) => ({ type: 'image_url', image_url: { url, ...more } });

// about is a question about pictures.
const about = (model, ...urls) => ask('', { model, messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, ...urls.map((u) => image(u))] }] });

const taken = (kind, name) => async () => {
  const [having, bare] = [await complete(about(names.eyes, dataURL(kind, file(name)))), await complete(about(names.eyes))];
  assert.ok(having.choices[0].message.content);
  assert.ok(having.usage.prompt_tokens - bare.usage.prompt_tokens >= 85, JSON.stringify([having.usage, bare.usage]));
};

const notTaken = (model, url) => () => wantError(() => sdk().chat.completions.create(about(model, url())), 400, 'messages[0].content[1]');

// heavy is a valid picture of more than 20 MB: what makes it heavy is a comment.
function heavy() {
  const small = file('picture.png');
  const body = Buffer.alloc((21 << 20) + 12);
  body.write('tEXtComment\0', 0, 'latin1');
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length - 4, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([small.subarray(0, 33), ends.subarray(0, 4), body, ends.subarray(4), small.subarray(33)]);
}

export const pictureCases = {
  'pictures/png': taken('image/png', 'picture.png'),
  'pictures/jpeg': taken('image/jpeg', 'picture.jpg'),
  'pictures/webp': taken('image/webp', 'picture.webp'),
  'pictures/gif': taken('image/gif', 'picture.gif'),
  'pictures/two': async () => {
    const [one, two] = [await complete(about(names.eyes, png())), await complete(about(names.eyes, png(), jpeg()))];
    assert.ok(two.usage.prompt_tokens - one.usage.prompt_tokens >= 85);
  },
  'pictures/streamed': async () => assert.ok((await streamed(about(names.eyes, png()))).whole.choices[0].message.content),
  'pictures/detail': async () => {
    const counted = async (detail) => (await complete(ask('', { model: names.eyes, messages: [{ role: 'user', content: [image(png(), { detail })] }] }))).usage.prompt_tokens;
    const [low, high] = [await counted('low'), await counted('high')];
    assert.ok(low >= 85 && high - low >= 85, `low counts ${low}, high ${high}`);
  },
  'pictures/in-the-history': () => {
    const q = about(names.eyes, png());
    q.messages.push({ role: 'assistant', content: 'A test picture.' }, { role: 'user', content: 'Thank you. And now?' });
    return complete(q);
  },
  'pictures/by-address-not-fetched': async () => {
    let asked = 0;
    const server = createServer(() => asked++);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    await complete(about(names.eyes, `http://127.0.0.1:${server.address().port}/picture.png`));
    await new Promise((resolve) => server.close(resolve));
    assert.equal(asked, 0);
  },
  'pictures/by-https-address': () => complete(about(names.eyes, 'https://pictures.invalid/a.jpg?b=c')),
  'pictures/other-scheme': notTaken(names.eyes, () => 'file:///etc/passwd'),
  'pictures/animated': notTaken(names.eyes, () => dataURL('image/gif', file('animated.gif'))),
  'pictures/other-format': notTaken(names.eyes, () => dataURL('image/svg+xml', '<svg/>')),
  'pictures/no-picture': notTaken(names.eyes, () => dataURL('image/png', 'no picture at all')),
  'pictures/damaged': notTaken(names.eyes, () => dataURL('image/png', file('picture.png').subarray(0, 200))),
  'pictures/damaged-base64': notTaken(names.eyes, () => 'data:image/png;base64,*** no base64 ***'),
  'pictures/too-heavy': notTaken(names.eyes, () => dataURL('image/png', heavy())),
  'pictures/model-without': notTaken(names.plain, png),
  'pictures/not-from-system': () => wantError(() => sdk().chat.completions.create(ask('', {
    model: names.eyes, messages: [{ role: 'system', content: [image('https://pictures.invalid/a.jpg')] }, { role: 'user', content: 'x' }],
  })), 400, 'messages[0]'),
  'pictures/pdf': async () => assert.ok((await complete(about(names.pdf, dataURL('application/pdf', file('page.pdf'))))).choices[0].message.content),
  'pictures/pdf-as-file': async () => {
    // The shape that the SDKs have for it.
    const part = { type: 'file', file: { filename: 'page.pdf', file_data: dataURL('application/pdf', file('page.pdf')) } };
    assert.ok((await complete(ask('', { model: names.pdf, messages: [{ role: 'user', content: [part] }] }))).choices[0].message.content);
  },
  'pictures/pdf-damaged': notTaken(names.pdf, () => dataURL('application/pdf', 'no PDF')),
  'pictures/pdf-model-without': notTaken(names.plain, () => dataURL('application/pdf', file('page.pdf'))),
};

// form is a question whose answer is JSON.
function form(schema, more = {}) {
  const { max_tokens: _, ...q } = ask('', { model: names.schema, ...more });
  return {
    ...q,
    messages: [{ role: 'system', content: 'Answer in JSON.' }, { role: 'user', content: 'Invent a person and tell me about them.' }],
    response_format: schema ? { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } } : { type: 'json_object' },
  };
}

function wantObject(words) {
  const value = JSON.parse(words);
  assert.ok(value && typeof value === 'object' && !Array.isArray(value), words);
}

const keeps = (schema) => async () => {
  const c = await first(form(schema));
  assert.equal(c.finish_reason, 'stop');
  validates(schema, c.message.content);
};
const refuses = (q) => refused(q, 'response_format');
const formatted = (response_format, more = {}) => ({ ...form(null), ...more, response_format });

export const jsonCases = {
  'json/object': async () => wantObject((await first(form())).message.content),
  'json/object-streamed': async () => {
    const { whole, chunks } = await streamed(form());
    wantObject(whole.choices[0].message.content);
    assert.ok(chunks.length >= 4);
  },
  'json/object-without-the-word': refused({ ...form(), messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Hello.' }] }, 'response_format'),
  'json/object-word-not-in-system': refused({ ...form(), messages: [{ role: 'user', content: 'Answer in JSON.' }] }, 'response_format'),
  'json/object-n-2': async () => {
    for (const c of (await complete({ ...form(), n: 2 })).choices) wantObject(c.message.content);
  },
  'json/schema': keeps(schemas.person),
  'json/schema-streamed': async () => {
    const { whole, chunks } = await streamed(form(schemas.person));
    validates(schemas.person, whole.choices[0].message.content);
    assert.ok(chunks.length >= 4);
  },
  'json/schema-every-type': keeps(schemas.everyType),
  'json/schema-with-references': keeps(schemas.linked),
  'json/schema-n-3': async () => {
    for (const c of (await complete({ ...form(schemas.person), n: 3 })).choices) validates(schemas.person, c.message.content);
  },
  'json/schema-bare': async () => validates(schemas.person, (await first(formatted({ type: 'json_schema', json_schema: schemas.person }))).message.content),
  'json/schema-needs-no-word': async () => {
    const q = form(schemas.person);
    validates(schemas.person, (await first({ ...q, messages: q.messages.slice(1) })).message.content);
  },
  'json/schema-impossible': refuses(form(schemas.impossible)),
  'json/schema-no-schema': refuses(form(schemas.none)),
  'json/schema-missing': refuses(formatted({ type: 'json_schema' })),
  'json/schema-far-reference': refuses(form(schemas.farReference)),
  'json/schema-model-without': refuses(form(schemas.person, { model: names.plain })),
  'json/type-text': async () => {
    const words = (await first(ask('Say something short.', { response_format: { type: 'text' } }))).message.content;
    assert.ok(!words.startsWith('{'), words);
  },
  'json/type-unknown': refuses(formatted({ type: 'yaml' })),
  'json/type-missing': refuses(formatted({})),
  'json/not-an-object': refuses(formatted('json_object')),
  'json/cut-by-max-tokens': async () => assert.equal((await first({ ...form(schemas.person), max_tokens: 3 })).finish_reason, 'length'),
  'json/with-tools': async () => {
    validates(schemas.person, (await first({ ...form(schemas.person), tools: [weather], tool_choice: 'none' })).message.content);
  },
};

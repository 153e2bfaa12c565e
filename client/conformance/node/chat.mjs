// Models, whole replies and streams: docs/gateway.md 2.1 to 2.6, 4.1 and 6.
import assert from 'node:assert/strict';
import { names, raw, sdk, served, wantError, OpenAI } from './gateway.mjs';

export const finishes = ['stop', 'length', 'tool_calls', 'content_filter'];

// ask is a question to the plain model that is over soon.
export const ask = (text, more = {}) => ({ model: names.chat, messages: [{ role: 'user', content: text }], max_tokens: 24, seed: 7, ...more });

// complete sends a question that must be answered and checks what holds for every whole reply.
export async function complete(question, options) {
  const r = await sdk().chat.completions.create(question, options);
  assert.ok(r.id && r.model && r.object === 'chat.completion', JSON.stringify(r));
  assert.ok(Math.abs(Date.now() / 1000 - r.created) < 3600, `created ${r.created}`);
  assert.ok(r.choices.length > 0);
  r.choices.forEach((c, i) => {
    assert.equal(c.index, i);
    assert.equal(c.message.role, 'assistant');
    assert.ok(finishes.includes(c.finish_reason), c.finish_reason);
  });
  wantUsage(r.usage);
  return r;
}

function wantUsage(u) {
  assert.ok(u.prompt_tokens > 0 && u.completion_tokens >= 0 && u.total_tokens === u.prompt_tokens + u.completion_tokens, JSON.stringify(u));
}

// streamed reads a stream to its end with the SDK's helper and checks what holds for every chunk.
export async function streamed(question, options) {
  const chunks = [];
  const stream = sdk().chat.completions.stream(question, options);
  stream.on('chunk', (c) => chunks.push(structuredClone(c)));
  const whole = await stream.finalChatCompletion();
  for (const c of chunks) {
    assert.equal(c.object, 'chat.completion.chunk');
    assert.ok(c.id && c.id === chunks[0].id);
    for (const choice of c.choices) assert.ok('delta' in choice && !('message' in choice), JSON.stringify(c));
  }
  return { whole, chunks };
}

const text = (r, i = 0) => r.choices[i].message.content;

async function stops(list) {
  const q = ask('Tell me about rivers.', { max_tokens: 40 });
  const full = text(await complete(q));
  const stop = full.split(/\s+/).filter(Boolean)[4];
  const r = await complete({ ...q, stop: list ? ['never in it \u2603', stop] : stop });
  assert.equal(text(r).trim(), full.split(stop)[0].trim());
  assert.equal(r.choices[0].finish_reason, 'stop');
}

export const modelCases = {
  'models/list': async () => {
    const ids = new Set();
    for (const m of (await sdk().models.list()).data) {
      assert.ok(m.id && !ids.has(m.id) && m.object === 'model' && m.created > 0 && m.owned_by, JSON.stringify(m));
      ids.add(m.id);
    }
    for (const id of [names.chat, names.eyes, names.pdf, names.tools, names.schema, names.trouble, names.transcription, ...names.speech]) {
      assert.ok(ids.has(id), `${id} is not listed`);
    }
  },
  'models/pages': async () => {
    let n = 0;
    for await (const m of sdk().models.list()) n += m.id ? 1 : 0;
    assert.ok(n > 0);
  },
  'models/retrieve': async () => {
    const m = await sdk().models.retrieve(names.chat);
    assert.deepEqual([m.id, m.object], [names.chat, 'model']);
  },
  'models/unknown-404': async () => {
    const e = await wantError(() => sdk().models.retrieve('no/such model?'), 404, 'model');
    assert.ok(e instanceof OpenAI.NotFoundError);
  },
  'models/delete-405': () => wantError(() => sdk().models.delete(names.chat), 405),
};

export const chatCases = {
  'chat/whole': async () => assert.ok(text(await complete(ask('Say something short.')))),
  'chat/finish-stop': async () => {
    const { max_tokens: _, ...q } = ask('Say something short.');
    assert.equal((await complete(q)).choices[0].finish_reason, 'stop');
  },
  'chat/ids-differ': async () => assert.notEqual((await complete(ask('One.'))).id, (await complete(ask('One.'))).id),
  'chat/every-role': async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } };
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const r = await complete(ask('', {
      model: names.tools,
      tools: [{ type: 'function', function: { name: 'get_weather', description: 'Tells the current weather in a city', parameters } }],
      messages: [
        { role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Hello.' }, { role: 'assistant', content: 'Hello, what can I do?' },
        { role: 'user', content: 'What is the weather in Paris?' }, { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: '{"sky":"clear"}' },
      ],
    }));
    assert.ok(text(r));
  },
  'chat/text-parts': () => complete(ask('', {
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }, { type: 'text', text: 'Be kind.' }] },
      { role: 'user', content: [{ type: 'text', text: 'One.' }, { type: 'text', text: 'Two.' }] },
    ],
  })),
  'chat/any-script': async () => {
    const r = await complete(ask('Grüße, 世界, مرحبا, 👩‍👩‍👧‍👦 and a \u0000 byte, "quotes", <tags> & \\slashes\\', { max_tokens: 200 }));
    assert.ok(!text(r).includes('\uFFFD'), text(r));
  },
  'chat/n-3': async () => assert.equal((await complete(ask('Say something short.', { n: 3 }))).choices.length, 3),
  'chat/n-default': async () => assert.equal((await complete(ask('Say something short.'))).choices.length, 1),
  'chat/seed-repeats': async () => {
    const q = ask('Tell me about rivers.', { seed: 4711, temperature: 1.3, max_tokens: 60 });
    assert.equal(text(await complete(q)), text(await complete(q)));
  },
  'chat/stop-word': () => stops(false),
  'chat/stop-list': () => stops(true),
  'chat/max-tokens': async () => {
    const r = await complete(ask('Tell me about rivers.', { max_tokens: 5 }));
    assert.equal(r.choices[0].finish_reason, 'length');
    assert.ok(text(r) && r.usage.completion_tokens <= 5, JSON.stringify(r));
  },
  'chat/max-completion-tokens': async () => {
    const { max_tokens: _, ...q } = ask('Tell me about rivers.', { max_completion_tokens: 5 });
    const r = await complete(q);
    assert.equal(r.choices[0].finish_reason, 'length');
    assert.ok(r.usage.completion_tokens <= 5);
  },
  'chat/usage-grows': async () => {
    const [short, long] = [await complete(ask('One.')), await complete(ask('One more word. '.repeat(50)))];
    assert.ok(long.usage.prompt_tokens > short.usage.prompt_tokens);
  },
  'chat/usage-repeats': async () => {
    assert.equal((await complete(ask('Count me.'))).usage.total_tokens, (await complete(ask('Count me.'))).usage.total_tokens);
  },
  'chat/lowest-values': () => complete(ask('Say something short.', {
    temperature: 0, top_p: 0, frequency_penalty: -2, presence_penalty: -2, max_tokens: 1, n: 1, seed: -1, user: 'somebody',
  })),
  'chat/highest-values': () => complete(ask('Say something short.', {
    temperature: 2, top_p: 1, frequency_penalty: 2, presence_penalty: 2, seed: Number.MAX_SAFE_INTEGER,
  })),
  'chat/null-values': () => complete(ask('Say something short.', Object.fromEntries(['temperature', 'top_p', 'max_tokens', 'stop', 'frequency_penalty',
    'presence_penalty', 'seed', 'response_format', 'tools', 'tool_choice', 'n', 'user', 'stream'].map((f) => [f, null])))),
  'chat/fields-of-others': () => complete(ask('Say something short.', {
    store: false, metadata: { why: 'conformance' }, service_tier: 'auto', logit_bias: { 50256: -100 }, prompt_cache_key: 'a', safety_identifier: 'b',
    modalities: ['text'], reasoning_effort: 'low', verbosity: 'low', some_new_field: { deep: [1] },
  })),
  'chat/headers-of-others': async () => {
    const client = sdk({ organization: 'org-x', project: 'proj-x', defaultHeaders: { 'X-Title': 'Conformance', 'Idempotency-Key': '1' } });
    assert.ok(text(await client.chat.completions.create(ask('Say something short.'), { headers: { 'Content-Type': 'application/json; charset=utf-8' } })));
  },
  'chat/request-id': async () => {
    const { data, response, request_id: id } = await sdk().chat.completions.create(ask('Say something short.')).withResponse();
    assert.ok(id && data._request_id === id && response.headers.get('content-type').startsWith('application/json'), String([...response.headers]));
  },
  'chat/content-filter': async () => assert.equal((await complete(ask('filter', { model: names.trouble }))).choices[0].finish_reason, 'content_filter'),
  'chat/failover': async () => {
    const r = await complete(ask(names.failover.asks, { model: names.failover.model }));
    assert.notEqual(r.model, names.failover.model);
    assert.ok(text(r));
    await sdk().models.retrieve(r.model);
  },
};

const rivers = (more) => ask('Tell me about rivers.', more);
const short = (more) => ask('Say something short.', more);

export const streamCases = {
  'stream/accumulator': async () => {
    const { whole } = await streamed(rivers());
    const want = await complete(rivers());
    assert.equal(text(whole), text(want));
    assert.equal(whole.choices[0].finish_reason, want.choices[0].finish_reason);
  },
  'stream/shape': async () => {
    const { chunks } = await streamed(short());
    assert.equal(chunks[0].choices[0].delta.role, 'assistant');
    const last = chunks.at(-1);
    assert.ok(last.choices.length === 1 && last.choices[0].finish_reason, JSON.stringify(last));
    assert.deepEqual(last.choices[0].delta, {});
    for (const c of chunks.slice(0, -1)) assert.ok(!c.choices[0].finish_reason, JSON.stringify(c));
    assert.ok(chunks.length >= 4);
  },
  'stream/lines': async () => {
    const res = await raw('POST', '/chat/completions', 'application/json', JSON.stringify({ ...short({ max_tokens: 9 }), stream: true }));
    assert.equal(res.status, 200);
    assert.match(res.headers.get('content-type'), /^text\/event-stream/);
    const lines = (await res.text()).split('\n').filter(Boolean);
    for (const line of lines) {
      assert.ok(line.startsWith('data: '), line);
      if (line !== 'data: [DONE]') JSON.parse(line.slice(6));
    }
    assert.equal(lines.indexOf('data: [DONE]'), lines.length - 1);
  },
  'stream/usage': async () => {
    const want = (await complete(short())).usage;
    const { whole, chunks } = await streamed(short({ stream_options: { include_usage: true } }));
    assert.ok(chunks.at(-1).choices.length === 0 && chunks.at(-1).usage, JSON.stringify(chunks.at(-1)));
    assert.deepEqual([whole.usage.prompt_tokens, whole.usage.total_tokens], [want.prompt_tokens, want.total_tokens]);
    wantUsage(whole.usage);
  },
  'stream/no-usage-unasked': async () => {
    for (const c of (await streamed(short())).chunks) assert.ok(!c.usage, JSON.stringify(c));
  },
  'stream/options-without-stream': () =>
    wantError(() => sdk().chat.completions.create(short({ stream_options: { include_usage: true } })), 400, 'stream_options'),
  'stream/n-3': async () => {
    const [{ whole }, want] = [await streamed(rivers({ n: 3 })), await complete(rivers({ n: 3 }))];
    assert.equal(whole.choices.length, 3);
    whole.choices.forEach((c, i) => {
      assert.ok(c.message.content && c.finish_reason);
      assert.equal(c.message.content, text(want, i));
    });
  },
  'stream/stop-word': async () => {
    const full = text(await complete(rivers()));
    const stop = full.split(/\s+/).filter(Boolean)[4];
    const { whole } = await streamed(rivers({ stop: [stop] }));
    assert.equal(text(whole).trim(), full.split(stop)[0].trim());
    assert.equal(whole.choices[0].finish_reason, 'stop');
  },
  'stream/max-tokens': async () => assert.equal((await streamed(rivers({ max_tokens: 5 }))).whole.choices[0].finish_reason, 'length'),
  'stream/content-filter': async () => {
    assert.equal((await streamed(ask('filter', { model: names.trouble }))).whole.choices[0].finish_reason, 'content_filter');
  },
  'stream/failover': async () => {
    const { whole } = await streamed(ask(names.failover.asks, { model: names.failover.model }));
    assert.ok(whole.model && whole.model !== names.failover.model, whole.model);
  },
  'stream/any-script': async () => {
    const q = ask('Grüße, 世界, مرحبا, 👩‍👩‍👧‍👦 and ﷽', { max_tokens: 60 });
    const got = text((await streamed(q)).whole);
    assert.equal(got, text(await complete(q)));
    assert.ok(!got.includes('\uFFFD'), got);
  },
  'stream/comes-in-pieces': async () => {
    // This reply never ends, so what arrives did not wait for the end.
    const stream = await sdk().chat.completions.create(ask('silent', { model: names.trouble, stream: true }));
    let got = '';
    for await (const c of stream) {
      got += c.choices[0]?.delta.content ?? '';
      if (got) break;
    }
    assert.ok(got);
    stream.controller.abort();
  },
  'stream/left-early': async () => {
    const stream = await sdk().chat.completions.create(rivers({ stream: true }));
    for await (const c of stream) {
      assert.ok(c.id);
      break;
    }
    await complete(ask('Are you still there?'));
  },
  'stream/cut-off': async () => {
    const { max_tokens: _, ...q } = ask('cut off', { model: names.trouble, stream: true });
    let [got, ended] = ['', false];
    for await (const c of await sdk().chat.completions.create(q)) {
      for (const choice of c.choices) {
        got += choice.delta.content ?? '';
        ended ||= Boolean(choice.finish_reason);
      }
    }
    assert.ok(got && !ended, `${got}, ended ${ended}`);
  },
  'stream/error-is-no-stream': () => wantError(() => sdk().chat.completions.create(ask('Short.', { stream: true, temperature: 9 })), 400, 'temperature'),
  'stream/false-is-whole': () => complete(ask('Short.', { stream: false })),
  'stream/many-at-once': async () => {
    const ended = await Promise.all(Array.from({ length: 8 }, () => streamed(ask('Short.'))));
    for (const { whole } of ended) assert.ok(['stop', 'length'].includes(whole.choices[0].finish_reason));
  },
  'stream/read-at-once': async () => {
    const res = await fetch(served.address + '/chat/completions', {
      method: 'POST', headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ ...short({ max_tokens: 3 }), stream: true }),
    });
    assert.ok((await res.text()).endsWith('data: [DONE]\n\n'));
  },
};

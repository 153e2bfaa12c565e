// Errors: docs/gateway.md 2.1, 5, 7 and 8.
import assert from 'node:assert/strict';
import { breaking, names, raw, sdk, served, wantError, wantRefusal, OpenAI } from './gateway.mjs';
import { ask } from './chat.mjs';

// The addresses and the one method that each takes.
const places = [
  ['chat', 'POST', '/chat/completions'],
  ['speech', 'POST', '/audio/speech'],
  ['transcription', 'POST', '/audio/transcriptions'],
  ['models', 'GET', '/models'],
];

const create = (q, client = sdk()) => client.chat.completions.create(q);
const without = (field) => {
  const q = ask('Hello.');
  delete q[field];
  return q;
};
const trouble = (words) => ask(words, { model: names.trouble });
const fails = (words, status) => () => wantError(() => create(trouble(words)), status);

// counting is a client that asks again, and how often it has asked.
export function counting(maxRetries) {
  const tries = { n: 0 };
  return [sdk({ maxRetries, fetch: (...a) => (tries.n++, fetch(...a)) }), tries];
}

const all = {};
const add = (name, run) => (all['errors/' + name] = run);

for (const b of breaking) add(b.name, () => wantError(() => create({ ...ask('Hello.'), [b.field]: b.value }), 400, b.param));

for (const [name, method, path] of places) {
  add('key-missing-' + name, async () => wantRefusal(await fetch(served.address + path, { method, body: method === 'GET' ? undefined : '{}' }), 401));
  add('key-wrong-' + name, async () => {
    const client = sdk({ apiKey: 'sk-wrong' });
    const e = await wantError(() => (method === 'GET' ? client.get(path) : client.post(path, { body: {} })), 401);
    assert.ok(e instanceof OpenAI.AuthenticationError && !e.message.includes('sk-wrong'), e.message);
  });
  add('method-' + name, async () => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => m !== method)) {
      const res = await raw(other, path, 'application/json', '{}');
      await wantRefusal(res, 405);
      assert.ok(res.headers.get('allow')?.includes(method), `${other}: Allow is ${res.headers.get('allow')}`);
    }
  });
}
for (const [name, method, path] of places.slice(0, 2)) {
  add('content-type-' + name, async () => {
    for (const kind of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', '']) {
      await wantRefusal(await raw(method, path, kind, JSON.stringify({ model: names.chat })), 415);
    }
  });
  add('json-malformed-' + name, async () => {
    const e = await wantRefusal(await raw(method, path, 'application/json', '{"model": "x",\n  oops}'), 400);
    assert.match(e.message, /line 2|byte \d+|offset \d+/);
  });
  add('json-no-object-' + name, async () => {
    for (const body of ['', '[]', 'null', '"hello"', '{} {}', '{"model":"x"']) await wantRefusal(await raw(method, path, 'application/json', body), 400);
  });
  add('body-too-large-' + name, async () => {
    await wantRefusal(await raw(method, path, 'application/json', `{"model":"x","pad":"${'x'.repeat(80 << 20)}"}`), 413);
  });
}

add('key-malformed', async () => {
  for (const header of ['Bearer', 'Bearer ', 'Basic ' + served.key, served.key, `Bearer ${served.key}x`]) {
    await wantError(() => sdk().models.list({ headers: { Authorization: header } }), 401);
  }
});
add('model-missing', () => wantError(() => create(without('model')), 400, 'model'));
add('messages-missing', () => wantError(() => create(without('messages')), 400, 'messages'));
add('model-unknown', () => wantError(() => create(ask('Hello.', { model: 'no-such-model' })), 404, 'model'));
add('model-of-another-kind', () => wantError(() => create(ask('Hello.', { model: names.speech[0] })), 400, 'model'));
add('path-unknown', () => wantError(() => sdk().embeddings.create({ model: 'x', input: 'x' }), 404));
add('path-doubled', async () => wantRefusal(await raw('POST', '/v1/chat/completions', 'application/json', '{}'), 404));
add('messages-too-long', async () => {
  const e = await wantError(() => create(ask('word '.repeat(60000))), 400, 'messages');
  assert.equal(e.code, 'context_length_exceeded');
});
add('asked-401', fails('key', 401));
add('asked-402', fails('credit', 402));
add('asked-404', fails('unknown', 404));
add('asked-429', async () => {
  const e = await wantError(() => create(trouble('busy, and not asked again')), 429);
  assert.ok(e instanceof OpenAI.RateLimitError && e.headers.get('retry-after'), String([...e.headers]));
});
add('retry-after-kept', async () => {
  // The gateway answers only those who have waited as long as it said.
  const [client, tries] = counting(1);
  const r = await create(trouble('busy, and asked again as the header says'), client);
  assert.equal(tries.n, 2);
  assert.ok(r.choices[0].message.content);
});
add('asked-500', fails('server', 500));
add('asked-500-retried', async () => {
  const [client, tries] = counting(2);
  const e = await wantError(() => create(trouble('server'), client), 500);
  assert.ok(e instanceof OpenAI.InternalServerError);
  assert.equal(tries.n, 3);
});
add('asked-web-page', async () => {
  // The SDK hands over what is no JSON as a text: it must not look like a reply.
  const r = await create(trouble('gibberish'));
  assert.equal(r.choices, undefined);
});
add('request-id', async () => assert.ok((await wantError(() => create(ask('Hello.', { n: 0 })), 400, 'n')).requestID));
add('not-retried', async () => {
  const [client, tries] = counting(2);
  await wantError(() => create(ask('Hello.', { n: 0 }), client), 400, 'n');
  assert.equal(tries.n, 1);
});

export const errorCases = all;

// Faults on demand (docs/gateway.md 10): an SDK must see each as what it is.
import assert from 'node:assert/strict';
import { file, names, raw, sdk, served, toFile, wantError, wantRefusal, OpenAI } from './gateway.mjs';
import { ask } from './chat.mjs';
import { counting } from './errors.mjs';
import { say } from './speech.mjs';

const failing = (fault, more) => ask('Say something short.', { model: names.fault + fault, ...more });
const create = (q, client = sdk()) => client.chat.completions.create(q);

// stream reads a stream that may fail on its way.
async function stream(fault) {
  const got = { text: '', finish: '' };
  try {
    for await (const c of await create(failing(fault, { stream: true }))) {
      for (const choice of c.choices) {
        got.text += choice.delta.content ?? '';
        got.finish += choice.finish_reason ?? '';
      }
    }
  } catch (error) {
    got.error = error;
  }
  return got;
}

const all = {};
const add = (name, run) => (all['faults/' + name] = run);

for (const status of [400, 401, 402, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504]) {
  add('status-' + status, () => wantError(() => create(failing(String(status))), status));
}
add('speech', () => wantError(() => sdk().audio.speech.create(say('Hello.', { model: names.fault + '503' })), 503));
add('transcription', async () => {
  const upload = await toFile(file('speech.wav'), 'a.wav');
  await wantError(() => sdk().audio.transcriptions.create({ model: names.fault + '503', file: upload }), 503);
});
for (const name of ['429-seconds', '429-date', '429-ms', '503-seconds', '500', 'hang-up']) {
  add('once-' + name, async () => {
    const [client, tries] = counting(1);
    const r = await create(failing(name + '-once'), client);
    assert.equal(tries.n, 2);
    assert.ok(r.choices[0].message.content);
  });
}
for (const [name, header] of [['429-seconds', 'retry-after'], ['429-date', 'retry-after'], ['429-ms', 'retry-after-ms'], ['429-long', 'retry-after']]) {
  add('header-of-' + name, async () => {
    const e = await wantError(() => create(failing(name)), 429);
    assert.ok(e.headers.get(header), String([...e.headers]));
  });
}
add('429-quota', async () => assert.equal((await wantError(() => create(failing('429-quota')), 429)).code, 'insufficient_quota'));
for (const name of ['html', 'html-403', 'html-502', 'no-body', 'hang-up', 'cut-word', 'cut-line', 'garbage']) {
  add('no-reply-' + name, async () => {
    // The SDK hands over what is no JSON as a text: it must not look like a reply.
    const r = await create(failing(name)).catch((error) => error);
    assert.ok(!r?.choices, JSON.stringify(r));
  });
}
add('error-200', async () => {
  await wantRefusal(await raw('POST', '/chat/completions', 'application/json', JSON.stringify(failing('error-200'))), 200);
});
add('redirect', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const res = await fetch(served.address + '/chat/completions', {
      method: 'POST', redirect: 'manual', headers: { Authorization: 'Bearer ' + served.key, 'Content-Type': 'application/json' }, body: JSON.stringify(failing('redirect-' + status)),
    });
    assert.equal(res.status, status);
    assert.ok(res.headers.get('location'));
  }
});
add('no-answer', async () => {
  const e = await create(failing('no-answer'), sdk({ timeout: 1000 })).catch((error) => error);
  assert.ok(e instanceof OpenAI.APIConnectionTimeoutError, String(e));
});
for (const name of ['cut-line', 'garbage', 'error-in-stream']) {
  add('stream-' + name, async () => {
    const { text, finish, error } = await stream(name);
    assert.ok(error && text && !finish, `${text}, finish_reason ${finish}, ${error}`);
  });
}
add('stream-cut-word', async () => {
  const { text, finish, error } = await stream('cut-word');
  assert.ok(!error && text && !finish, `${text}, finish_reason ${finish}, ${error}`);
});
add('stream-no-done', async () => {
  const { text, finish, error } = await stream('no-done');
  assert.ok(!error && text && finish, `${text}, finish_reason ${finish}, ${error}`);
});
add('stream-stall', async () => {
  const s = await create(failing('stall', { stream: true }));
  let text = '';
  for await (const c of s) {
    text += c.choices[0]?.delta.content ?? '';
    if (text) s.controller.abort();
  }
  assert.ok(text);
});
add('slow', async () => assert.ok((await create(failing('slow', { max_tokens: 2 }))).choices[0].message.content));
add('unknown', () => wantError(() => create(failing('no-such-fault')), 404, 'model'));

export const faultCases = all;

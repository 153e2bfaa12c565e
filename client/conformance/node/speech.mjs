// Speech: docs/gateway.md 2.7 and 4.2.
import assert from 'node:assert/strict';
import { names, sdk, wantError, OpenAI } from './gateway.mjs';
import { seconds, timbreOf, unlike } from './sound.mjs';

export const sentence = 'Please carry the blue boxes to the harbor before noon.';
export const voices = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];

// say is a request for speech.
export const say = (input, more = {}) => ({ model: names.speech[0], voice: 'alloy', input, ...more });
const speak = (q, client = sdk()) => client.audio.speech.create(q);

// spoken gives the sound of a request that must be answered.
export const spoken = async (q) => Buffer.from(await (await speak(q)).arrayBuffer());
const pcm = (q) => spoken({ ...q, response_format: 'pcm' });

// offered speaks in a format. One that the gateway cannot write must be refused with the formats that work.
export async function offered(format) {
  try {
    return { data: await spoken(say(sentence, { response_format: format })) };
  } catch (e) {
    if (!(e instanceof OpenAI.APIError)) throw e;
    assert.deepEqual([e.status, e.param], [400, 'response_format'], e.message);
    assert.ok(!['mp3', 'wav', 'flac', 'pcm'].includes(format) && e.message.includes('mp3') && e.message.includes('wav'), e.message);
    return { refusal: e.message };
  }
}

// played tells whether recordings are played in place of a voice, because this computer has none that speaks (docs/gateway.md 10):
// then not every text can be heard again.
let answer;
export const played = () => (answer ??= speak(say('Hello.')).then((res) => res.headers.get('x-practice-voice') === 'recorded', () => false));

// needsVoice leaves a case out that asks for more than a recording.
export const needsVoice = (run) => async (t) =>
  (await played()) ? t.skip('this computer has no voice, and a recording is as long as it is') : run(t);

const refused = (param, more) => () => {
  const q = say('Hello.', more);
  for (const name of Object.keys(q)) if (q[name] === undefined) delete q[name];
  return wantError(() => speak(q), 400, param);
};

const all = {};
const add = (name, run) => (all['speech/' + name] = run);

add('default-is-mp3', async () => {
  const res = await speak(say(sentence));
  const s = seconds('mp3', Buffer.from(await res.arrayBuffer()));
  assert.ok(s > 1 && s < 20, `${s} seconds`);
  assert.equal(res.headers.get('content-type'), 'audio/mpeg');
});
for (const format of ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']) {
  add('format-' + format, async (t) => {
    const { data, refusal } = await offered(format);
    if (refusal) return t.diagnostic('refused, and clearly: ' + refusal);
    const [want, have] = [seconds('pcm', await pcm(say(sentence))), seconds(format, data)];
    assert.ok(have === -1 || (have > want * 0.95 - 0.1 && have < want * 1.05 + 0.2), `${have} seconds, as pcm ${want}`);
  });
}
for (const voice of voices) add('voice-' + voice, async () => assert.ok(seconds('pcm', await pcm(say(sentence, { voice }))) > 1));
add('voices-differ', async () => {
  const heard = {};
  for (const voice of voices) {
    const have = timbreOf(await pcm(say(sentence, { voice })));
    for (const [other, had] of Object.entries(heard)) assert.ok(unlike(have, had), `${voice} sounds like ${other}: ${JSON.stringify([have, had])}`);
    heard[voice] = have;
  }
});
['model-tts-1', 'model-tts-1-hd', 'model-smaller'].forEach((name, i) => {
  add(name, async () => assert.ok(seconds('pcm', await pcm(say(sentence, { model: names.speech[i] }))) > 1));
});
add('speed', async () => {
  let last = 0;
  for (const speed of [4, 2, 1, 0.5, 0.25]) {
    const s = seconds('pcm', await pcm(say(sentence, { speed })));
    assert.ok(s > last * 1.2, `at ${speed} it takes ${s} seconds, twice as fast ${last}`);
    last = s;
  }
});
add('speed-one-is-default', async () => assert.equal((await pcm(say(sentence))).length, (await pcm(say(sentence, { speed: 1 }))).length));
add('speed-low', refused('speed', { speed: 0.24 }));
add('speed-high', refused('speed', { speed: 4.01 }));
add('speed-type', refused('speed', { speed: 'fast' }));
add('input-empty', refused('input', { input: '' }));
add('input-missing', refused('input', { input: undefined }));
add('input-type', refused('input', { input: 5 }));
add('input-4097', refused('input', { input: 'a '.repeat(2048) + 'b' }));
// Characters, not bytes: these are two bytes each in half of the places.
add('input-4096', needsVoice(async () => assert.ok(seconds('mp3', await spoken(say('é à '.repeat(1024), { speed: 4 }))) > 5)));
add('input-any-script', () => spoken(say('Grüße, 世界, مرحبا, 👩‍👩‍👧‍👦 <b>&amp;</b> "quoted" $(id) -v --help')));
add('input-of-signs', () => spoken(say('…!?')));
add('input-like-a-flag', () => spoken(say('--version')));
add('voice-unknown', refused('voice', { voice: 'nobody' }));
add('voice-missing', refused('voice', { voice: undefined }));
add('voice-type', refused('voice', { voice: 5 }));
add('format-unknown', refused('response_format', { response_format: 'midi' }));
add('format-type', refused('response_format', { response_format: 5 }));
add('model-missing', refused('model', { model: undefined }));
add('model-of-another-kind', refused('model', { model: names.chat }));
add('model-unknown', () => wantError(() => speak(say('Hello.', { model: 'no-such-model' })), 404, 'model'));
add('fields-of-others', () => spoken(say(sentence, { instructions: 'Kindly.', stream_format: 'audio', some_new_field: 1 })));
add('null-values', () => spoken(say(sentence, { speed: null, response_format: null })));
add('streamed', needsVoice(async () => {
  const res = await speak(say((sentence + ' ').repeat(30), { response_format: 'wav' }));
  assert.equal(res.headers.get('content-length'), null);
  let pieces = 0;
  for await (const piece of res.body) pieces += piece.length > 0 ? 1 : 0;
  assert.ok(pieces >= 5, `${pieces} pieces`);
}));
add('left-early', async () => {
  const res = await speak(say((sentence + ' ').repeat(50)));
  const reader = res.body.getReader();
  assert.ok((await reader.read()).value.length > 0);
  await reader.cancel();
  await spoken(say(sentence));
});
add('request-id', async () => assert.ok((await speak(say(sentence))).headers.get('x-request-id')));

export const speechCases = all;

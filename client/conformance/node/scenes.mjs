// Scenes: docs/gateway.md 10.8.
import assert from 'node:assert/strict';
import { file, names, sdk, served, toFile, wantError } from './gateway.mjs';
import { say, sentence } from './speech.mjs';
import { tone } from './sound.mjs';

// inScene is the official client with the address of a scene.
const inScene = (path) => sdk({ baseURL: served.address.replace(/\/v1$/, path) });
const special = () => inScene(names.special.path);

// hear asks a special model for a transcript.
const hear = async (model, more = {}, data = file('speech.wav')) =>
  special().audio.transcriptions.create({ model, file: await toFile(data, 'a.wav', { type: 'application/octet-stream' }), ...more });
async function refused(model, param, says, more, data) {
  const e = await wantError(() => hear(model, more, data), 400, param);
  assert.ok(e.message.includes(says), e.message);
}
const long = () => tone(8000, [31, 0]);

export const sceneCases = {
  'scenes/shutdown-date': async () => {
    const ends = [];
    for (const m of (await special().models.list()).data) {
      assert.ok('shutdown_date' in m, JSON.stringify(m));
      if (m.shutdown_date !== null) {
        assert.match(m.shutdown_date, /^\d{4}-\d\d-\d\d$/);
        ends.push(m.id);
      }
    }
    assert.deepEqual(ends.sort(), names.special.ends);
  },
  'scenes/names-only': async () => {
    const { data } = await inScene(names.names_only).models.list();
    assert.ok(data.length > 0);
    for (const m of data) assert.deepEqual(Object.keys(m).sort(), ['created', 'id', 'object', 'owned_by']);
  },
  'scenes/speech-gone': async () => {
    const e = await wantError(() => inScene(names.no_speech).audio.speech.create(say(sentence)), 404, 'model');
    assert.equal(e.code, 'model_not_found');
  },
  'scenes/languages': async () => {
    const r = await hear(names.special.languages, { languages: ['no', 'en'], keywords: ['Parlando', 'harbor'] });
    assert.deepEqual(r.languages, [{ code: 'no' }, { code: 'en' }]);
    assert.equal(r.usage.type, 'duration');
  },
  'scenes/languages-refused': async () => {
    await refused(names.special.languages, 'languages', "'nn'", { languages: ['nn'] });
    await refused(names.special.languages, 'language', "'languages'", { languages: ['en'], language: 'en' });
    await refused(names.special.languages, 'keywords', "'<'", { keywords: ['a<b'] });
  },
  'scenes/without-times': async () => {
    await refused(names.special.untimed, 'response_format', "Use 'json' or 'text' instead.", { response_format: 'verbose_json' });
    assert.ok((await hear(names.special.untimed)).text);
  },
  'scenes/speakers': async () => {
    const model = names.special.speakers;
    const { segments } = await hear(model, { response_format: 'diarized_json' });
    assert.ok(segments.length > 0 && segments[0].speaker && segments[0].type === 'transcript.text.segment', JSON.stringify(segments));
    await refused(model, 'chunking_strategy', 'required', {}, long());
    await hear(model, { chunking_strategy: 'auto' }, long());
    await hear(model, { chunking_strategy: { type: 'server_vad' } }, long());
    await refused(model, 'prompt', 'prompt', { prompt: 'Lamps' });
  },
  'scenes/voices-of-its-own': async () => {
    const ask = (more) => special().audio.speech.create(say(sentence, { model: names.special.voice, ...more }));
    await wantError(() => ask({ response_format: 'wav' }), 400, 'voice');
    const res = await ask({ response_format: 'wav', voice: names.special.voice_name });
    assert.equal(res.headers.get('content-type'), 'audio/wav');
    await res.arrayBuffer();
    const e = await wantError(() => ask({ response_format: 'mp3', voice: names.special.voice_name }), 400, 'response_format');
    assert.ok(e.message.includes('wav, pcm'), e.message);
  },
};

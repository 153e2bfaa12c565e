// Transcription: docs/gateway.md 2.8 and 4.3.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { file, names, raw, sdk, served, toFile, wantError, wantRefusal } from './gateway.mjs';
import { mp4Of, seconds, tone, wavOf, wavSound, webmOf } from './sound.mjs';
import { needsVoice, offered, played, say, sentence, spoken, voices } from './speech.mjs';

const path = '/audio/transcriptions';

// hear asks for a transcript.
const hear = async (data, name, more = {}) =>
  sdk().audio.transcriptions.create({ model: names.transcription, file: await toFile(data, name, { type: 'application/octet-stream' }), ...more });
const verbose = (data, name, more = {}) => hear(data, name, { response_format: 'verbose_json', ...more });
const said = (format) => spoken(say(sentence, { response_format: format }));

// words are the words of a text, to be compared.
const words = (text) => text.toLowerCase().split(/[^a-z0-9']+/).filter(Boolean);
async function sameWords(have, want) {
  if (have.trim().startsWith('I am ') && have.includes('practice recording') && (await played())) return;
  assert.deepEqual(words(have), words(want), `heard ${JSON.stringify(have)}, said was ${JSON.stringify(want)}`);
}

// formOf is a multipart body made by hand, in the order of the fields.
function formOf(...fields) {
  const parts = fields.flatMap(([name, value]) => [
    `--conformance\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="speech.wav"' : ''}\r\n\r\n`, value, '\r\n',
  ]);
  return [Buffer.concat([...parts, '--conformance--\r\n'].map((p) => Buffer.from(p))), 'multipart/form-data; boundary=conformance'];
}
const post = ([body, kind]) => raw('POST', path, kind, body);
const wav = () => file('speech.wav');
const refused = (param, more, status = 400) => () => wantError(() => hear(wav(), 'speech.wav', more), status, param);
const noSound = (data, name) => () => wantError(() => hear(data(), name), 400, 'file');

const all = {};
const add = (name, run) => (all['transcription/' + name] = run);

// What each kind of file is made of; mpeg and mpga are other names for the same stream as mp3.
for (const [kind, source] of Object.entries({ mp3: 'mp3', mp4: 'mp4', mpeg: 'mp3', mpga: 'mp3', m4a: 'm4a', wav: 'wav', webm: 'webm' })) {
  add('type-' + kind, async () => {
    const v = await verbose(file('speech.' + source), 'speech.' + kind);
    assert.ok(v.text && v.duration > 1.7 && v.duration < 2.6, JSON.stringify(v));
  });
}
add('type-told-by-its-bytes', async () => {
  assert.ok((await hear(file('speech.mp3'), 'speech.wav')).text);
  assert.ok((await hear(wav(), 'noname')).text);
});
add('type-unknown', noSound(() => Buffer.from('This is a text, whatever its name says.'), 'speech.wav'));
add('type-picture', noSound(() => file('picture.png'), 'speech.mp3'));

add('round-trip-mp3', async () => sameWords((await hear(await said('mp3'), 'a.mp3')).text, sentence));
add('round-trip-wav', async () => sameWords((await hear(await said('wav'), 'a.wav')).text, sentence));
for (const [name, format, into] of [['mp4', 'aac', (d) => mp4Of(d, 'isom')], ['m4a', 'aac', (d) => mp4Of(d, 'M4A ')], ['webm', 'opus', webmOf]]) {
  add('round-trip-' + name, async (t) => {
    const { data, refusal } = await offered(format);
    if (refusal) return t.skip('the gateway does not speak what is in this file: ' + refusal);
    await sameWords((await hear(into(data), 'a.' + name)).text, sentence);
  });
}
for (const voice of voices) {
  add('round-trip-voice-' + voice, async () => {
    const text = `My name is ${voice}, and I was made for practice.`;
    await sameWords((await hear(await spoken(say(text, { voice, response_format: 'wav' })), 'a.wav')).text, text);
  });
}
['round-trip-tts-1-hd', 'round-trip-smaller'].forEach((name, i) => {
  add(name, async () => sameWords((await hear(await spoken(say(sentence, { model: names.speech[i + 1] })), 'a.mp3')).text, sentence));
});
for (const [name, speed, text] of [['fast', 1.7, 'Quick words are words as well.'], ['slow', 0.6, 'Slow words are words as well.']]) {
  add('round-trip-' + name, async () => sameWords((await hear(await spoken(say(text, { speed, response_format: 'wav' })), 'a.wav')).text, text));
}
add('round-trip-another-rate', async () => {
  const { rate, channels, samples } = wavSound(await said('wav'));
  assert.deepEqual([rate % 2, channels], [0, 1]);
  const half = Buffer.alloc(Math.floor(samples.length / 4) * 2);
  for (let i = 0; i < half.length; i += 2) half.writeInt16LE(Math.trunc((samples.readInt16LE(2 * i) + samples.readInt16LE(2 * i + 2)) / 2), i);
  await sameWords((await hear(wavOf(rate / 2, half), 'a.wav')).text, sentence);
});
add('round-trip-part', needsVoice(async () => {
  const text = 'The first sentence tells about a river. The second sentence tells about a mountain. The third one tells about the sea.';
  const { rate, channels, samples } = wavSound(await spoken(say(text, { response_format: 'wav' })));
  assert.equal(channels, 1);
  const third = Math.floor(samples.length / 6) * 2;
  const got = words((await hear(wavOf(rate, samples.subarray(third, 2 * third)), 'a.wav')).text);
  assert.ok(got.length > 2 && got.length < words(text).length && ` ${words(text).join(' ')} `.includes(` ${got.join(' ')} `), got.join(' '));
}));
add('round-trip-long', async () => {
  const text = 'One sentence follows the other, and none is lost on the way. '.repeat(12).trim();
  await sameWords((await hear(await spoken(say(text)), 'a.mp3')).text, text);
});

add('format-default-is-json', async () => {
  const r = await hear(await said('wav'), 'a.wav');
  await sameWords(r.text, sentence);
  assert.ok(!r.segments && !r.words, JSON.stringify(r));
});
add('format-json', async () => sameWords((await hear(await said('wav'), 'a.wav', { response_format: 'json' })).text, sentence));
add('format-text', async () => {
  const text = await hear(await said('wav'), 'a.wav', { response_format: 'text' });
  assert.equal(typeof text, 'string');
  await sameWords(text, sentence);
  assert.doesNotMatch(text, /[{}]/);
});
add('format-srt', async () => {
  const text = await hear(await said('wav'), 'a.wav', { response_format: 'srt' });
  const blocks = text.trim().split('\n\n');
  blocks.forEach((b, i) => {
    assert.match(b, /^\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\n./);
    assert.ok(b.startsWith(`${i + 1}\n`), b);
  });
  await sameWords(blocks.map((b) => b.split('\n').slice(2).join(' ')).join(' '), sentence);
});
add('format-vtt', async () => {
  const text = await hear(await said('wav'), 'a.wav', { response_format: 'vtt' });
  const [head, ...blocks] = text.trim().split('\n\n');
  assert.equal(head, 'WEBVTT');
  for (const b of blocks) assert.match(b, /^(\d\d:)?\d\d:\d\d\.\d{3} --> (\d\d:)?\d\d:\d\d\.\d{3}\n./);
  await sameWords(blocks.map((b) => b.split('\n').slice(1).join(' ')).join(' '), sentence);
});
add('format-verbose', async () => {
  const data = await said('wav');
  const v = await verbose(data, 'a.wav');
  await sameWords(v.text, sentence);
  assert.ok(Math.abs(v.duration - seconds('wav', data)) <= 0.15 && v.language, JSON.stringify(v));
  let last = 0;
  v.segments.forEach((s, i) => {
    assert.ok(s.id === i && s.start >= last - 0.001 && s.end > s.start && s.end <= v.duration + 0.15 && s.text.trim(), JSON.stringify(s));
    last = s.end;
  });
  await sameWords(v.segments.map((s) => s.text).join(' '), sentence);
});
add('words', async () => {
  const v = await verbose(await said('wav'), 'a.wav', { timestamp_granularities: ['word'] });
  let last = 0;
  for (const w of v.words) {
    assert.ok(w.start >= last - 0.001 && w.end >= w.start && w.end <= v.duration + 0.15, JSON.stringify(w));
    last = w.start;
  }
  await sameWords(v.words.map((w) => w.word).join(' '), sentence);
});
add('words-and-segments', async () => {
  const v = await verbose(await said('wav'), 'a.wav', { timestamp_granularities: ['word', 'segment'] });
  assert.ok(v.words.length > 0 && v.segments.length > 0);
});
add('segments-only', async () => {
  const v = await verbose(await said('wav'), 'a.wav', { timestamp_granularities: ['segment'] });
  assert.ok(!v.words?.length && v.segments.length > 0);
});
add('words-unknown-kind', refused('timestamp_granularities', { response_format: 'verbose_json', timestamp_granularities: ['syllable'] }));
add('segments-along-pauses', async () => {
  const v = await verbose(tone(16000, [0.3, 0], [1.2, 300], [1.5, 0], [1.2, 440], [0.3, 0]), 'a.wav');
  assert.ok(v.text && Math.abs(v.duration - 4.5) <= 0.1, JSON.stringify(v));
  assert.equal(v.segments.length, 2, JSON.stringify(v.segments));
  assert.ok(v.segments[0].end <= 2.2 && v.segments[1].start >= 2.2, JSON.stringify(v.segments));
});
add('silence', async () => {
  const v = await verbose(tone(16000, [2, 0]), 'a.wav');
  assert.ok(Math.abs(v.duration - 2) <= 0.1, JSON.stringify(v));
});
for (const language of ['en', 'de', 'zh']) add('language-' + language, async () => assert.ok((await hear(wav(), 'a.wav', { language })).text));
for (const [name, language] of [['name', 'english'], ['unknown', 'xx'], ['three-letters', 'eng'], ['sign', 'e1']]) {
  add('language-bad-' + name, refused('language', { language }));
}
add('temperature-range', async () => {
  for (const temperature of [0, 0.5, 1]) await hear(wav(), 'a.wav', { temperature });
});
add('temperature-low', refused('temperature', { temperature: -0.1 }));
add('temperature-high', refused('temperature', { temperature: 1.1 }));
add('temperature-type', refused('temperature', { temperature: 'warm' }));
add('format-unknown', refused('response_format', { response_format: 'poem' }));
add('model-unknown', refused('model', { model: 'no-such-model' }, 404));
add('model-of-another-kind', refused('model', { model: names.chat }));
add('file-empty', async () => {
  const e = await wantRefusal(await post(formOf(['model', names.transcription], ['file', ''])), 400);
  assert.equal(e.param, 'file');
});
add('file-without-sound', noSound(() => wavOf(16000, Buffer.alloc(0)), 'a.wav'));
add('file-damaged', async () => {
  for (const name of ['wav', 'mp3', 'm4a', 'mp4', 'webm']) {
    const data = file('speech.' + name);
    const noise = Buffer.concat([data.subarray(0, data.length / 3), Buffer.alloc(Math.floor(data.length / 2), Buffer.from([0x5a, 0xff, 0x00]))]);
    for (const damaged of [data.subarray(0, data.length / 2), data.subarray(0, 40), noise]) {
      const res = await post(formOf(['model', names.transcription], ['file', damaged]));
      assert.ok(res.status === 200 || res.status === 400, `${damaged.length} of ${name}: ${res.status} ${await res.text()}`);
    }
  }
});
add('file-missing', async () => assert.equal((await wantRefusal(await post(formOf(['model', names.transcription])), 400)).param, 'file'));
add('model-missing', async () => assert.equal((await wantRefusal(await post(formOf(['file', wav()])), 400)).param, 'model'));
add('fields-in-any-order', async () => {
  const [sound, model, format, language] = [['file', wav()], ['model', names.transcription], ['response_format', 'text'], ['language', 'en']];
  for (const fields of [[sound, model, format, language], [format, sound, language, model], [language, model, format, sound]]) {
    const res = await post(formOf(...fields));
    const text = await res.text();
    assert.ok(res.status === 200 && text && text[0] !== '{', `${res.status} ${text}`);
  }
});
add('fields-of-others', () => hear(wav(), 'a.wav', { prompt: 'Good morning.', include: ['logprobs'], some_new_field: '1', stream: false }));
add('upload-of-unknown-length', async () => {
  const [body, kind] = formOf(['model', names.transcription], ['file', wav()]);
  const res = await fetch(served.address + path, {
    method: 'POST', duplex: 'half', headers: { Authorization: 'Bearer ' + served.key, 'Content-Type': kind }, body: new Blob([body]).stream(),
  });
  assert.equal(res.status, 200, await res.text());
});
add('upload-too-large', async () => {
  const [head, tail] = ['--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n', '\r\n--x--\r\n'];
  const piece = Buffer.alloc(1 << 20);
  const n = 300;
  const headers = { Authorization: 'Bearer ' + served.key, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': head.length + n * piece.length + tail.length };
  const [status, text] = await new Promise((resolve, reject) => {
    const req = request(served.address + path, { method: 'POST', headers }, (res) => {
      let got = '';
      res.on('data', (d) => (got += d));
      res.on('end', () => resolve([res.statusCode, got]));
    });
    req.on('error', reject);
    req.write(head);
    let sent = 0;
    const more = () => {
      while (sent < n && !req.destroyed) {
        sent++;
        if (!req.write(piece)) return void req.once('drain', more);
      }
      req.end(tail);
    };
    more();
  });
  await wantRefusal(new Response(text, { status }), 413);
});
add('upload-cut', async () => {
  const [body, kind] = formOf(['model', names.transcription], ['file', wav()]);
  await wantRefusal(await post([body.subarray(0, body.length / 2), kind]), 400);
});
add('content-type', async () => {
  for (const kind of ['application/json', 'text/plain', 'audio/wav', '']) await wantRefusal(await raw('POST', path, kind, '{}'), 415);
});
add('boundary-missing', async () => wantRefusal(await raw('POST', path, 'multipart/form-data', '--x--'), 400));

export const transcriptionCases = all;

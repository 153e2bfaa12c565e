// How long a sound is, read from its bytes alone, so that no decoder of Parlando's vouches for an encoder of Parlando's; and the
// same packets put into another container. sound_test.go and remux_test.go do the same for the Go suite.
import assert from 'node:assert/strict';

export function seconds(format, data) {
  return { wav: wavSeconds, pcm: pcmSeconds, mp3: mp3Seconds, aac: aacSeconds, flac: flacSeconds, opus: opusSeconds }[format](data);
}

// 24 kHz, 16 bit, mono, no header.
function pcmSeconds(data) {
  assert.equal(data.length % 2, 0);
  return data.length / 48000;
}

// wavSound is what a WAV file holds. A streamed one may leave its length open: then the samples go to the end.
export function wavSound(data) {
  assert.equal(data.toString('latin1', 0, 4) + data.toString('latin1', 8, 12), 'RIFFWAVE');
  let rate = 0;
  let channels = 0;
  for (let at = 12; at + 8 <= data.length;) {
    const [name, size] = [data.toString('latin1', at, at + 4), data.readUInt32LE(at + 4)];
    const body = data.subarray(at + 8);
    if (name === 'fmt ') {
      [channels, rate] = [body.readUInt16LE(2), body.readUInt32LE(4)];
      assert.equal(body.readUInt16LE(14), 16, 'bits');
    } else if (name === 'data') {
      assert.ok(rate > 0, 'data before fmt');
      return { rate, channels, samples: body.subarray(0, Math.min(size, body.length)) };
    }
    at += 8 + size + (size % 2);
  }
  assert.fail('a WAV without data');
}

function wavSeconds(data) {
  const { rate, channels, samples } = wavSound(data);
  return samples.length / (2 * channels * rate);
}

// mp3Seconds walks from frame to frame: each must begin where the one before it ends.
function mp3Seconds(data) {
  let at = 0;
  if (data.toString('latin1', 0, 3) === 'ID3') at = 10 + (data[6] << 21) + (data[7] << 14) + (data[8] << 7) + data[9];
  const rates = { 3: [44100, 48000, 32000], 2: [22050, 24000, 16000], 0: [11025, 12000, 8000] };
  const bits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  const bits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
  let total = 0;
  while (at + 4 <= data.length && data.toString('latin1', at, at + 3) !== 'TAG') {
    const [a, b, c] = data.subarray(at, at + 3);
    const [version, layer, bits, rate, pad] = [(b >> 3) & 3, (b >> 1) & 3, c >> 4, (c >> 2) & 3, (c >> 1) & 1];
    assert.ok(a === 0xff && b >> 5 === 7 && version !== 1 && layer === 1 && bits > 0 && bits < 15 && rate < 3, `no frame at byte ${at} of ${data.length}`);
    const hz = rates[version][rate];
    const [samples, kbits] = version === 3 ? [1152, bits1[bits]] : [576, bits2[bits]];
    at += Math.floor(((samples / 8) * kbits * 1000) / hz) + pad;
    total += samples / hz;
  }
  assert.ok(total > 0 && at <= data.length, `the frames end at byte ${at} of ${data.length}`);
  return total;
}

const aacRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

// adts gives the frames of an ADTS stream, each with its header.
function adts(data) {
  const frames = [];
  let at = 0;
  while (at + 7 <= data.length) {
    const h = data.subarray(at);
    const size = ((h[3] & 3) << 11) | (h[4] << 3) | (h[5] >> 5);
    assert.ok(h[0] === 0xff && (h[1] & 0xf6) === 0xf0 && ((h[2] >> 2) & 15) < aacRates.length && size >= 8, `no ADTS frame at byte ${at} of ${data.length}`);
    frames.push(h.subarray(0, size));
    at += size;
  }
  assert.ok(frames.length > 0 && at === data.length, `the frames end at byte ${at} of ${data.length}`);
  return frames;
}

const aacSeconds = (data) => adts(data).reduce((sum, f) => sum + 1024 / aacRates[(f[2] >> 2) & 15], 0);

// flacSeconds is -1 for a length that was left open.
function flacSeconds(data) {
  assert.ok(data.toString('latin1', 0, 4) === 'fLaC' && (data[4] & 0x7f) === 0 && data.length > 60);
  const about = data.readBigUInt64BE(18);
  const [rate, samples] = [Number(about >> 44n), Number(about & ((1n << 36n) - 1n))];
  assert.ok(rate > 0);
  return samples === 0 ? -1 : samples / rate;
}

function oggPages(data) {
  const pages = [];
  for (let at = 0; at < data.length;) {
    const h = data.subarray(at);
    assert.ok(h.length >= 27 && h.toString('latin1', 0, 4) === 'OggS', `no Ogg page at byte ${at} of ${data.length}`);
    const lacing = h.subarray(27, 27 + h[26]);
    const start = 27 + lacing.length;
    const size = lacing.reduce((a, b) => a + b, 0);
    assert.ok(h.length >= start + size, `half an Ogg page at byte ${at}`);
    pages.push({ flags: h[5], position: Number(h.readBigInt64LE(6)), lacing, body: h.subarray(start, start + size) });
    at += start + size;
  }
  return pages;
}

function opusSeconds(data) {
  const pages = oggPages(data);
  assert.ok(pages.length >= 3 && pages[0].body.toString('latin1', 0, 8) === 'OpusHead' && pages[1].body.toString('latin1', 0, 8) === 'OpusTags');
  assert.ok(pages.at(-1).flags & 4, 'the last page is not marked as the last');
  return (pages.at(-1).position - pages[0].body.readUInt16LE(10)) / 48000;
}

// wavOf is a WAV file of 16-bit mono samples.
export function wavOf(rate, samples) {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

// tone is a sound that is no speech: parts of [seconds, hertz], 0 for silence.
export function tone(rate, ...parts) {
  const samples = parts.map(([length, hertz]) => {
    const part = Buffer.alloc(2 * Math.floor(length * rate));
    for (let i = 0; hertz && i < part.length / 2; i++) part.writeInt16LE(Math.trunc(9000 * Math.sin((2 * Math.PI * hertz * i) / rate)), 2 * i);
    return part;
  });
  return wavOf(rate, Buffer.concat(samples));
}

const u8 = (...v) => Buffer.from(v);
const u16 = (v) => u8(v >> 8, v & 255);
const u32 = (v) => {
  const b = Buffer.alloc(4);
  b.writeUInt32BE(v);
  return b;
};
const zeros = (n) => Buffer.alloc(n);
const latin = (s) => Buffer.from(s, 'latin1');
const box = (kind, ...parts) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), latin(kind), body]);
};

// mp4Of puts ADTS frames into an MP4 (an M4A differs in its brand only).
export function mp4Of(data, brand) {
  const framed = adts(data);
  const frames = framed.map((f) => f.subarray(f[1] & 1 ? 7 : 9));
  const [h] = framed;
  const [index, channels] = [(h[2] >> 2) & 15, ((h[2] & 1) << 2) | (h[3] >> 6)];
  const [rate, n] = [aacRates[index], frames.length];
  const length = n * 1024;
  const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));
  const descriptor = (tag, ...parts) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([u8(tag, body.length), body]);
  };
  const config = u8((2 << 3) | (index >> 1), ((index & 1) << 7) | (channels << 3));
  const esds = box('esds', u32(0), descriptor(3, u16(1), u8(0),
    descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(64000), u32(64000), descriptor(5, config)), descriptor(6, u8(2))));
  const entry = box('mp4a', zeros(6), u16(1), zeros(8), u16(channels), u16(16), u32(0), u32(rate * 65536), esds);
  const ftyp = box('ftyp', latin(brand), u32(0), latin('isommp42'));
  const moov = (at) => box('moov',
    box('mvhd', zeros(12), u32(rate), u32(length), u32(0x10000), u16(0x100), zeros(10), matrix, zeros(24), u32(2)),
    box('trak',
      box('tkhd', u32(7), zeros(8), u32(1), u32(0), u32(length), zeros(12), u16(0x100), u16(0), matrix, zeros(8)),
      box('mdia',
        box('mdhd', zeros(12), u32(rate), u32(length), u16(0x55c4), u16(0)),
        box('hdlr', zeros(8), latin('soun'), zeros(12), latin('sound\0')),
        box('minf', box('smhd', zeros(8)), box('dinf', box('dref', u32(0), u32(1), box('url ', u32(1)))),
          box('stbl', box('stsd', u32(0), u32(1), entry), box('stts', u32(0), u32(1), u32(n), u32(1024)),
            box('stsc', u32(0), u32(1), u32(1), u32(n), u32(1)), box('stsz', u32(0), u32(0), u32(n), ...frames.map((f) => u32(f.length))),
            box('stco', u32(0), u32(1), u32(at)))))));
  return Buffer.concat([ftyp, moov(ftyp.length + moov(0).length + 8), box('mdat', ...frames)]);
}

// element is one element of EBML.
function element(id, ...parts) {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  const name = u32(id);
  return Buffer.concat([name.subarray(name.findIndex((b) => b)), size, body]);
}

// webmOf puts the packets of an Ogg Opus stream into a WebM, one cluster a second.
export function webmOf(ogg) {
  const packets = [];
  let open = [];
  for (const p of oggPages(ogg)) {
    let at = 0;
    for (const n of p.lacing) {
      open.push(p.body.subarray(at, at + n));
      at += n;
      if (n < 255) {
        packets.push(Buffer.concat(open));
        open = [];
      }
    }
  }
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(48000);
  const track = element(0xae, element(0xd7, u8(1)), element(0x73c5, u8(1)), element(0x83, u8(2)), element(0x86, latin('A_OPUS')),
    element(0x63a2, packets[0]), element(0xe1, element(0xb5, rate), element(0x9f, u8(packets[0][9]))));
  const body = [element(0x1549a966, element(0x2ad7b1, u32(1000000)), element(0x4d80, latin('conformance')), element(0x5741, latin('conformance'))), element(0x1654ae6b, track)];
  const packet = 20; // milliseconds
  for (let from = 2; from < packets.length; from += 50) {
    body.push(element(0x1f43b675, element(0xe7, u32((from - 2) * packet)),
      ...packets.slice(from, from + 50).map((p, i) => element(0xa3, u8(0x81), u16(i * packet), u8(0x80), p))));
  }
  const head = element(0x1a45dfa3, element(0x4286, u8(1)), element(0x42f7, u8(1)), element(0x42f2, u8(4)), element(0x42f3, u8(8)),
    element(0x4282, latin('webm')), element(0x4287, u8(4)), element(0x4285, u8(2)));
  return Buffer.concat([head, element(0x18538067, ...body)]);
}

// crc32 is the checksum of PNG; Node 20 has none of its own.
export function crc32(data) {
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });
  let c = 0xffffffff;
  for (const b of data) c = table[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

// timbreOf is what tells two voices that say the same apart in 24 kHz mono samples: their pitch (in each loud piece of 40 ms
// the delay at which the wave repeats), how bright they sound (how often it crosses zero), and how long they take.
export function timbreOf(pcm) {
  const [rate, piece] = [24000, 960];
  const wave = Float64Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(2 * i));
  const power = (from) => wave.subarray(from, from + piece).reduce((sum, v) => sum + v * v, 0);
  let loudest = 0;
  for (let from = 0; from + piece <= wave.length; from += piece) loudest = Math.max(loudest, power(from));
  const pitches = [];
  const crossings = [];
  for (let from = 0; from + 2 * piece <= wave.length; from += piece) {
    const here = power(from);
    if (here < loudest / 20) continue;
    let [best, delay] = [0, 0];
    for (let lag = rate / 400; lag <= rate / 60; lag++) {
      let [product, there] = [0, 0];
      for (let i = from; i < from + piece; i++) {
        product += wave[i] * wave[i + lag];
        there += wave[i + lag] * wave[i + lag];
      }
      const alike = product / Math.sqrt(here * there + 1);
      if (alike > best + 0.02) [best, delay] = [alike, lag];
    }
    if (best > 0.6) pitches.push(rate / delay);
    let n = 0;
    for (let i = from; i < from + piece; i++) n += wave[i] < 0 !== wave[i + 1] < 0 ? 1 : 0;
    crossings.push((n * rate) / piece / 2);
  }
  const middle = (all) => all.sort((a, b) => a - b)[all.length >> 1] ?? 0;
  return { pitch: middle(pitches), brightness: middle(crossings), length: wave.length / rate };
}

// unlike reports whether anybody would hear that these are two voices: a semitone, a fifth brighter, or a tenth slower.
export function unlike(a, b) {
  const far = (x, y, part) => Math.abs(x - y) > part * Math.max(x, y);
  return far(a.pitch, b.pitch, 0.06) || far(a.brightness, b.brightness, 0.2) || far(a.length, b.length, 0.1);
}

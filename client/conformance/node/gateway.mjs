// The practice gateway under test, as another program sees it, and what both suites share.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';

// The SDK is installed into build/ by .ci/conformance, or beside this file by npm ci.
const require = createRequire(process.env.CONFORMANCE_SDK ? process.env.CONFORMANCE_SDK + '/' : import.meta.url);
export const OpenAI = require('openai').OpenAI;
export const { toFile } = require('openai');
export const Ajv = require('ajv').default;
export const sdkVersion = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).dependencies.openai;

// What the person's own account is called must not reach the requests.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('OPENAI_')) delete process.env[name];
}

const here = new URL('../', import.meta.url);
const shared = (name) => JSON.parse(readFileSync(new URL(name, here), 'utf8'));
export const names = shared('practice.json');
export const breaking = shared('breaking.json');
export const schemas = shared('schemas.json');
export const caseNames = readFileSync(new URL('cases.txt', here), 'utf8').split(/\s+/).filter(Boolean);
export const file = (name) => readFileSync(new URL('testdata/' + name, here));

export const served = { address: '', key: '' };

// start runs the program with --practice-gateway and waits until it has printed address and key.
export async function start() {
  const program = process.env.PARLANDO_PROGRAM;
  if (!program) throw new Error('PARLANDO_PROGRAM does not name the program; run make conformance');
  const child = spawn(program, ['--practice-gateway', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill());
  await new Promise((resolve, reject) => {
    let said = '';
    const read = (data) => {
      said += data;
      const address = said.match(/http:\/\/127\.0\.0\.1:\d+(?=\/v1|\s)/);
      const key = said.match(/sk-practice-[0-9A-Za-z-]+/);
      if (address && key) {
        served.address = address[0] + '/v1';
        served.key = key[0];
        resolve();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}, without an address and a key: ${said}`)));
  });
  return () => child.kill();
}

// sdk is the official client with the gateway's address and key, which asks once only.
export const sdk = (options = {}) => new OpenAI({ baseURL: served.address, apiKey: served.key, maxRetries: 0, ...options });

// raw sends what no SDK would send, with the key unless headers say something else.
export function raw(method, path, contentType, body, headers = {}) {
  const h = { Authorization: 'Bearer ' + served.key, ...headers };
  if (contentType) h['Content-Type'] = contentType;
  // A body of bytes gets no content type of its own.
  return fetch(served.address + path, { method, headers: h, body: method === 'GET' ? undefined : Buffer.from(body ?? '') });
}

// wantRefusal checks a raw error: docs/gateway.md 7.
export async function wantRefusal(response, status) {
  const text = await response.text();
  assert.equal(response.status, status, text.slice(0, 300));
  const { error } = JSON.parse(text);
  for (const name of ['message', 'type', 'param', 'code']) assert.ok(name in error, `no ${name}: ${text}`);
  assert.ok(error.message && error.type, text);
  return error;
}

// wantError checks what the SDK made of an error: its status and, unless param is empty, the field it names.
export async function wantError(asked, status, param = '') {
  let error;
  try {
    const answer = await asked();
    error = new Error('it was answered: ' + JSON.stringify(answer)?.slice(0, 300));
  } catch (e) {
    error = e;
  }
  if (!(error instanceof OpenAI.APIError)) throw error;
  assert.equal(error.status, status, error.message);
  assert.ok(error.message && error.type, JSON.stringify(error.error));
  if (param) assert.ok(String(error.param).includes(param), `the error names ${error.param}, want ${param}: ${error.message}`);
  if (param && error.param === param && !param.includes('[')) assert.ok(error.message.includes(param), `the message does not name ${param}: ${error.message}`);
  return error;
}

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);

// validates checks a text against a JSON schema.
export function validates(schema, text) {
  const check = ajv.compile(schema);
  assert.ok(check(JSON.parse(text)), `${ajv.errorsText(check.errors)}: ${text}`);
}

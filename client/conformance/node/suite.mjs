// The official Node SDK against the practice gateway: one case for each line of ../cases.txt. Run it with make conformance.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caseNames, sdkVersion, start } from './gateway.mjs';
import { chatCases, modelCases, streamCases } from './chat.mjs';
import { errorCases } from './errors.mjs';
import { faultCases } from './faults.mjs';
import { sceneCases } from './scenes.mjs';
import { speechCases } from './speech.mjs';
import { jsonCases, pictureCases, toolCases } from './tools.mjs';
import { transcriptionCases } from './transcription.mjs';

const stop = await start();
const cases = { ...modelCases, ...chatCases, ...streamCases, ...toolCases, ...pictureCases, ...jsonCases, ...errorCases, ...faultCases, ...speechCases, ...transcriptionCases, ...sceneCases };
const count = { passed: 0, failed: 0, skipped: 0 };

it('has the cases of cases.txt and no other', () => assert.deepEqual(Object.keys(cases).sort(), [...caseNames].sort()));

// Most of the time is spent waiting for replies that are written at a person's pace: many at once are quick.
describe(`openai ${sdkVersion} for Node`, { concurrency: 16 }, () => {
  for (const name of Object.keys(cases)) {
    it(name, { timeout: 120_000 }, async (t) => {
      let skipped = false;
      const told = { diagnostic: (m) => t.diagnostic(m), skip: (why) => ((skipped = true), t.skip(why)) };
      try {
        await cases[name](told);
        count[skipped ? 'skipped' : 'passed']++;
      } catch (e) {
        count.failed++;
        // What happens inside the SDK explains nothing.
        const where = e.stack.split('\n').filter((l) => l.includes('/conformance/node/'));
        throw Object.assign(new Error(e.message), { stack: [e.message, ...where].join('\n') });
      }
    });
  }
  after(() => stop());
});

process.on('exit', () => {
  console.log(`conformance-node: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`);
});

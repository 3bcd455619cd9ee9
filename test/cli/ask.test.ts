import { expect, test } from 'vitest'
import { startModelServer } from '../support/model-server.ts'
import { answers, rawModelServer } from '../support/raw-model-server.ts'
import { dataFolder, type Ended, runCommand } from './process.ts'

const ask = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> => runCommand(['ask', ...args], { env })

test('the answer alone is on standard output; a failed one is said on standard error, and /retry brings it', {
  timeout: 240_000,
}, async () => {
  // A rejection is not retried, unlike an outage, so the test does not wait.
  const rejecting = await rawModelServer(answers(400, {}))
  const env = {
    DATA_DIR: await dataFolder(),
    OPENAI_BASE_URL: `${rejecting.address}/v1`,
    CHAT_MODEL: 'test-model',
    MODEL_CONTEXT_WINDOW: '32000',
  }
  const failed = await ask(env, 'What is', 'the capital of Peru?')
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(failed.err).toContain('The language model rejected the request.')

  const model = await startModelServer(() => ({ deltas: ['Lima', '.'] }))
  try {
    const retried = await ask({ ...env, OPENAI_BASE_URL: model.url }, '/retry')
    expect(retried).toEqual({ code: 0, out: 'Trying again.\nLima.\n', err: '' })
    expect(model.calls.at(-1)?.texts.at(-1)).toContain('What is the capital of Peru?')

    const answered = await ask({ ...env, OPENAI_BASE_URL: model.url, LOG_LEVEL: 'debug' }, '--', '--help')
    expect(answered).toMatchObject({ code: 0, out: 'Lima.\n' })
    expect(answered.err).toContain('a turn ended')
    expect(model.calls.at(-1)?.texts.at(-1)).toContain('--help')
  } finally {
    await model.close()
  }
})

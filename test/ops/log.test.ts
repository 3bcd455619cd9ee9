import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog, type LogConfig } from '../../src/ops/log.ts'

function logTo(config: LogConfig = {}) {
  const lines: string[] = []
  const log = createLog({ pretty: false, ...config, to: { write: (line) => void lines.push(line) } })
  return { log, lines, written: () => lines.join('') }
}

describe('as JSON', () => {
  test('a line holds its level, time, message and fields', () => {
    const { log, lines } = logTo()
    log.warn({ threadId: 7, tokens: 120, statusCode: 502, key: 'a1' }, 'Slow')
    expect(JSON.parse(lines[0]!)).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      msg: 'Slow',
      threadId: 7,
      tokens: 120,
      statusCode: 502,
      key: 'a1',
    })
  })

  test('what is below the level is not written', () => {
    const { log, lines } = logTo({ level: 'warn' })
    log.info({}, 'quiet')
    log.error({}, 'loud')
    expect(lines).toHaveLength(1)
  })

  test.each([
    'text',
    'messageText',
    'token',
    'botToken',
    'bot_token',
    'apiKey',
    'API_KEY',
    'setupCode',
    'code',
    'Authorization',
    'set-cookie',
    'query',
  ])('the field %s is never written, however deep it is', (name) => {
    const { log, written } = logTo()
    log.info({ [name]: 'planted', a: { [name]: ['planted'], b: [{ [name]: { c: 'planted' } }] }, more: new Map([[name, 'planted']]) }, 'x')
    expect(written()).not.toContain('planted')
    expect(written()).toContain('[redacted]')
  })

  test('whatever holds a hidden field, its text stays out', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.array(fc.constantFrom('a', 'list', 'cause'), { maxLength: 8 }), (around, path) => {
        const { log, written } = logTo()
        const deep = path.reduce<object>((inner, name) => ({ ...around, [name]: [inner] }), { text: 'planted-4711' })
        log.info({ deep }, 'x')
        return !written().includes('planted-4711')
      }),
    )
  })

  test.each([
    ['a bot token in a URL', 'https://api.telegram.org/bot123456789:AAExampleExampleExampleExampleExamp/getMe', 'AAExample'],
    ['a key of a model provider', 'Incorrect API key provided: sk-proj-abcdefghijklmnop.', 'abcdefgh'],
    ['a password of a database', 'postgresql://bot:hunter22@db:5432/throughline', 'hunter22'],
    ['a password with an @', 'redis://:p@ss-word9@redis:6379', 'ss-word9'],
    ['a bearer', 'authorization: Bearer abcdef0123456789', 'abcdef01'],
    ['a bot token of Discord', `The token ${'MTA'.repeat(8)}.GaBcDe.${'example0'.repeat(5)} is invalid`, 'example0'],
    ['a key of Google', `API key not valid: AIza${'Example_'.repeat(4)}`, 'Example_'],
    ['a key of Groq', `Invalid key gsk_${'Example0'.repeat(6)}`, 'Example0'],
    ['a token of Hugging Face', `Invalid token hf_${'Example0'.repeat(4)}`, 'Example0'],
    ['a key of AWS', `Unknown key AKIA${'EXAMPLE0'.repeat(2)}`, 'EXAMPLE0'],
    ['a web token', `Expired: eyJhbGciOiJIUzI1NiJ9.${'example0'.repeat(4)}.${'example0'.repeat(5)}`, 'example0'],
    ['a webhook of Slack', 'https://hooks.slack.com/services/T000/B000/exampleexample', 'exampleexample'],
    ['a webhook of Discord', 'https://discord.com/api/webhooks/123456/example-example', 'example-example'],
    ['a sign-in link', 'http://127.0.0.1:8080/sign-in/example_example-example?day=2026-11-17', 'example_example'],
    ['a bot token with an encoded colon', '/bot123456789%3AAAExampleExampleExampleExampleExamp/getMe', 'AAExample'],
    ['a bot token of Slack', 'xoxb-1234567890-0987654321-example0example', 'example0'],
    ['an app token of Slack', 'xapp-1-A0123-456-example0example', 'example0'],
    ['a refresh token of Slack', 'xoxe.xoxp-1-example0example', 'example0'],
    ['a session cookie of Slack', 'xoxd-abc%2Fexample0example%3D', 'example0'],
    ['a session cookie of the page', '__Host-throughline_session_3000=example0-example0 is unknown', 'example0'],
    ['a ticket of a socket of Slack', 'wss://wss-primary.slack.com/link/?ticket=example0-1234&app_id=a', 'example0'],
    ['a token of a Google account', 'ya29.example0example0example0', 'example0'],
    ['a short web token', 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.example0', 'eyJhIjoxfQ'],
    ['an interaction of Discord', 'https://discord.com/api/v10/interactions/123/example-example/callback', 'example-example'],
    ['a password with a slash', 'postgres://bot:ex/ample9@db/throughline', 'ample9'],
    ['a password in a connection string', "host=db password='ex ample9' user=bot", 'ample9'],
    ['a header with a key', 'xi-api-key: example0example0', 'example0'],
    ['a cookie', 'Cookie: theme=dark; session=example0example0', 'example0'],
    ['a token in JSON', '{"access_token":"example0","ok":true}', 'example0'],
    ['a secret key of AWS', 'aws_secret_access_key = exAmple0/exAmple0', 'exAmple0'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nexample0\nexample0\n-----END PRIVATE KEY-----', 'example0'],
    ['a setup code', 'The command /start K7QF2MXD failed', 'K7QF2MXD'],
    ['a link code', 'No request has the code K7QF-2MXD.', 'K7QF-2MXD'],
    ['a link with a code', 'https://t.me/bot?start=link-K7QF2MXD', 'K7QF2MXD'],
    ['a token in a query', 'http://127.0.0.1:8080/sign-in?token=abcdefgh&x=1', 'abcdefgh'],
  ])('%s is taken out of messages, fields and errors', (_what, text, secret) => {
    const { log, written } = logTo()
    log.error({ where: text, list: [text], error: new Error(`outer ${text}`, { cause: new Error(text) }) }, `It failed: ${text}`)
    expect(written()).not.toContain(secret)
    expect(written().match(/\[redacted\]/g)!.length).toBeGreaterThanOrEqual(5)
  })

  test.each([
    'status code: 500, tokens=120',
    'Unexpected token < in JSON at position 4',
    'the bot connected to the basic server',
    'http://127.0.0.1:3000/a/b@c',
    'postgresql://db:5432/throughline and ada@example.org',
    'The password is wrong.',
    'Telegram rejects the token: Not Found.',
  ])('%s is no secret and stays', (text) => {
    const { log, lines } = logTo()
    log.info({ where: text }, text)
    expect(JSON.parse(lines[0]!)).toMatchObject({ where: text, msg: text })
  })

  test('a secret at the end of what is kept of a long text is taken out whole', () => {
    for (let before = 3_960; before <= 4_000; before++) {
      const { log, written } = logTo()
      log.error({ where: `${'.'.repeat(before)} sk-proj-${'example0'.repeat(6)}` }, 'It failed')
      expect(written()).not.toContain('example')
    }
  })

  test('an error shows its name, code, message, stack and cause, and nothing else that hangs on it', () => {
    const { log, lines } = logTo()
    const cause = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' })
    log.error({ error: Object.assign(new Error('no database', { cause }), { request: { body: 'planted' } }) }, 'x')
    const { error } = JSON.parse(lines[0]!)
    expect(error).toEqual({
      type: 'Error',
      message: 'no database',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', message: 'refused', code: 'ECONNREFUSED', stack: expect.any(String) },
    })
  })

  test('what JSON cannot hold does not stop a line', () => {
    const { log, lines } = logTo()
    const circular: Record<string, unknown> = { big: 10n, bytes: new Uint8Array(3), run() {} }
    circular['self'] = circular
    log.info({ circular }, 'x')
    expect(JSON.parse(lines[0]!).circular).toMatchObject({ big: '10', bytes: '[3 bytes]', run: '[function]' })
  })
})

test('on a terminal a line is for people, and an error keeps its stack', () => {
  const { log, written } = logTo({ pretty: true })
  log.info({ job: 'answer-thread', threadId: 7, text: 'planted' }, 'A job was given back')
  log.error({ error: new Error('broken') }, 'It failed')
  const plain = stripVTControlCharacters(written())
  expect(plain).toMatch(/^\d\d:\d\d:\d\d info {2}A job was given back {2}job=answer-thread threadId=7 text=\[redacted\]\n/)
  expect(plain).toMatch(/error It failed {2}error="broken"\n {2}Error: broken\n {6}at /)
})

test('on a terminal a warning that comes again and again is shown once for a while, and everything else each time', () => {
  const { log, written } = logTo({ pretty: true })
  for (let times = 0; times < 5; times++) log.warn({ times }, 'The embedding server does not answer')
  log.warn({}, 'Another warning')
  for (let times = 0; times < 2; times++) log.error({}, 'An error')
  const lines = stripVTControlCharacters(written()).trim().split('\n')
  expect(lines.map((line) => line.slice(9, 40).trim())).toEqual([
    expect.stringContaining('The embedding server'),
    expect.stringContaining('Another warning'),
    expect.stringContaining('An error'),
    expect.stringContaining('An error'),
  ])
  const json = logTo({ pretty: false })
  for (let times = 0; times < 3; times++) json.log.warn({}, 'The embedding server does not answer')
  expect(json.lines).toHaveLength(3)
})

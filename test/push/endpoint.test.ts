import { createECDH } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/core/lib/host-names.ts'
import { createPublicLookup, isPushTarget } from '../../src/push/endpoint.ts'
import { startNameServer } from './name-server.ts'

const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
const auth = Buffer.alloc(16, 1).toString('base64url')
const targetAt = (endpoint: string) => ({ endpoint, p256dh, auth })

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QA',
])('%s can be an address of a push service', (endpoint) => expect(isPushTarget(targetAt(endpoint))).toBe(true))

test.each([
  ...[
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://10.0.0.1/push',
    'https://[::1]/push',
    'https://localhost/push',
    'https://intranet/push',
  ],
  ...[
    'https://push.example.org:8443/push',
    'https://user:word@push.example.org/push',
    'https://push.example.org/push#here',
    'ftp://push.example.org',
  ],
  ...[
    'http://127.0.0.1:6379/',
    'https://2130706433/',
    'https://0x7f.1/',
    'not an address',
    `https://push.example.org/${'x'.repeat(1_000)}`,
  ],
])('%s cannot', (endpoint) => expect(isPushTarget(targetAt(endpoint))).toBe(false))

test('a key that is none is refused', () => {
  const endpoint = 'https://push.example.org/push'
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  for (const keys of [{ p256dh: offCurve }, { p256dh: auth }, { p256dh: '' }, { auth: p256dh }, { auth: 'short' }, { auth: `${auth}\n` }])
    expect(isPushTarget({ ...targetAt(endpoint), ...keys })).toBe(false)
})

test('on this machine, only where it is allowed', () => {
  expect(isPushTarget(targetAt('http://127.0.0.1:8080/push'), true)).toBe(true)
  expect(isPushTarget(targetAt('http://10.0.0.1:8080/push'), true)).toBe(false)
})

test.each([
  ...['8.8.8.8', '142.250.74.10', '2a00:1450:4001:800::200a', '2606:4700::1111'].map((address) => [address, true] as const),
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ].map((address) => [address, false] as const),
  ...[
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '2001::1',
    'ff02::1',
    'localhost',
  ].map((address) => [address, false] as const),
])('%s is of the public internet: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

describe('a name', () => {
  const look = (nameServer: string, name: string, all: boolean) =>
    new Promise<{ code: string | undefined; address: string | LookupAddress[] }>((resolve) =>
      createPublicLookup([nameServer], 200)(name, { all }, (error, address) => resolve({ code: error?.code, address })),
    )

  test('is connected to at its public addresses', async () => {
    const server = await startNameServer({ 'push.example.org': ['8.8.8.8', '2606:4700::1111'], 'six.example.org': ['2606:4700::1111'] })
    const four = { address: '8.8.8.8', family: 4 }
    const six = { address: '2606:4700::1111', family: 6 }
    expect(await look(server, 'push.example.org', true)).toEqual({ code: undefined, address: [four, six] })
    expect(await look(server, 'push.example.org', false)).toEqual({ code: undefined, address: '8.8.8.8' })
    expect(await look(server, 'six.example.org', true)).toEqual({ code: undefined, address: [six] })
  })

  test.each([true, false])('that leads into a private network is not, and looks like one that does not exist (all: %s)', async (all) => {
    const server = await startNameServer({
      'inside.example.org': ['10.0.0.1'],
      'both.example.org': ['8.8.8.8', '::1'],
      'here.example.org': ['127.0.0.1'],
    })
    for (const name of ['inside.example.org', 'both.example.org', 'here.example.org', 'missing.example.org', 'localhost', '127.0.0.1'])
      expect(await look(server, name, all), name).toEqual({ code: 'ENAME', address: '' })
  })

  test('that no name server answers for keeps no other one waiting', async () => {
    const silent = await startNameServer('silent')
    const server = await startNameServer({ 'push.example.org': ['8.8.8.8'] })
    // More than the system has threads for names.
    const slow = Array.from({ length: 20 }, () => look(silent, 'push.example.org', false))
    const first = await Promise.race([...slow, look(server, 'push.example.org', false)])
    expect(first).toEqual({ code: undefined, address: '8.8.8.8' })
    expect(new Set((await Promise.all(slow)).map(({ code }) => code))).toEqual(new Set(['ENAME']))
  })
})

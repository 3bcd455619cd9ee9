import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { PushTarget } from '../../src/push/endpoint.ts'
import type { PushNotice } from '../../src/push/push-notice.ts'

/** A push as the browser of the test receives it. */
interface ReceivedPush {
  readonly browser: TestBrowser
  readonly notice: PushNotice
  readonly headers: IncomingHttpHeaders
  /** What the server says about itself, with the key that has signed it. */
  readonly vapid: { readonly aud: string; readonly sub: string; readonly exp: number; readonly key: string }
}

/** A browser with keys of its own. */
export interface TestBrowser extends PushTarget {
  readonly keys: ECDH
  /** The status that its push service answers with. `hang` answers never. */
  answer: number | 'hang'
  /** The statuses that come before that one. */
  answers?: number[]
  readonly retryAfter?: string
}

export interface PushService {
  readonly url: string
  readonly received: ReceivedPush[]
  /** The statuses that were answered, in order. */
  readonly answered: (number | 'hang')[]
  addBrowser(answer?: TestBrowser['answer'], retryAfter?: string): TestBrowser
  /** Lets a browser have another address. */
  renew(browser: TestBrowser): TestBrowser
}

/** A push service on loopback (RFC 8030), which also decrypts what it is given and checks who signed it. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, TestBrowser>()
  const received: ReceivedPush[] = []
  const answered: (number | 'hang')[] = []
  const server = createServer((request, response) => void answer(request, response))
  const url = await listen(server)
  const add = (browser: Omit<TestBrowser, 'endpoint'>): TestBrowser => {
    const path = `/push/${randomBytes(16).toString('base64url')}`
    const added = { ...browser, endpoint: `${url}${path}` }
    browsers.set(path, added)
    return added
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const browser = browsers.get(request.url ?? '')
    if (!browser || request.method !== 'POST') return void response.writeHead(404).end()
    const status = browser.answers?.shift() ?? browser.answer
    answered.push(status)
    const { headers } = request
    if (status === 'hang') return
    const vapid = readVapid(headers.authorization ?? '', url)
    if (status === 201) received.push({ browser, notice: JSON.parse(decryptPush(browser, body)), headers, vapid })
    // Much more than anyone wants to read.
    response.writeHead(status, browser.retryAfter ? { 'retry-after': browser.retryAfter } : {}).end('x'.repeat(2 ** 20))
  }
  return {
    url,
    received,
    answered,
    addBrowser(status = 201, retryAfter) {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys().toString('base64url')
      return add({ keys, p256dh, auth: randomBytes(16).toString('base64url'), answer: status, ...(retryAfter && { retryAfter }) })
    },
    renew: (browser) => add(browser),
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Decrypts a push as RFC 8291 section 3.4 and RFC 8188 section 2 say. */
function decryptPush({ keys, auth }: TestBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const derive = (secret: Uint8Array, from: Uint8Array, use: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, use, length))
  const input = derive(keys.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const contentKey = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + keyLength)
  const opening = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
  // The last record ends with the octet 2, and zeros.
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return padded.subarray(0, end).toString('utf8')
}

/** Checks the signature of RFC 8292 section 2, for this audience. Throws if it is wrong. */
function readVapid(authorization: string, audience: string): ReceivedPush['vapid'] {
  const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(authorization)?.groups ?? {}
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is wrong.')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const secondsLeft = said.exp - Date.now() / 1_000
  if (said.aud !== audience || secondsLeft < 0 || secondsLeft > 86_400) throw new Error('The claims are wrong.')
  return { ...said, key }
}

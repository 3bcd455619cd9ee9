import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { onTestFinished } from 'vitest'

const typeA = 1
const typeAaaa = 28
const headBytes = 12

/** A name server on loopback (RFC 1035) that knows these names, or that answers nothing. Returns its address. */
export async function startNameServer(names: Readonly<Record<string, readonly string[]>> | 'silent'): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    if (names !== 'silent') socket.send(answerQuery(query, names), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

function answerQuery(query: Buffer, names: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = []
  let at = headBytes
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const question = query.subarray(headBytes, at + 5)
  const addresses = names[labels.join('.').toLowerCase()]
  const records = (addresses ?? []).filter((address) => type === (isIPv4(address) ? typeA : typeAaaa)).map(toRecord)
  const head = Buffer.alloc(headBytes)
  query.copy(head, 0, 0, 2)
  // An answer, with recursion. There is no such name: 3.
  head.writeUInt16BE(0x8180 + (addresses ? 0 : 3), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, question, ...records])
}

/** Writes the record of an address: the name of the question, the type, the class, for a minute. */
function toRecord(address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : toBytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(isIPv4(address) ? typeA : typeAaaa, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function toBytes(address: string): Buffer {
  const [start = '', end = ''] = address.split('::').map((half) =>
    half
      .split(':')
      .filter(Boolean)
      .map((group) => group.padStart(4, '0'))
      .join(''),
  )
  return Buffer.from(start + '0'.repeat(32 - start.length - end.length) + end, 'hex')
}

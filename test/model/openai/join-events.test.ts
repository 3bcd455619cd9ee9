import { expect, test } from 'vitest'
import { joinEvents } from '../../../src/model/openai/join-events.ts'

/** What arrives of pieces that are sent one after another. */
async function pass(pieces: Iterable<string>): Promise<string[]> {
  const iterator = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(Buffer.from(next.value))
    },
  })
  const arrived: string[] = []
  const joined = joinEvents(new Response(body)).body as unknown as AsyncIterable<Uint8Array>
  for await (const piece of joined) arrived.push(Buffer.from(piece).toString())
  return arrived
}

test.each(['\n\n', '\r\r', '\r\n\r\n'])('an event in many pieces that ends with %j arrives whole', async (end) => {
  const event = `data: {"text":"${'word '.repeat(20)}"}${end}`
  expect(await pass([...event, ...event])).toEqual([event, event])
})

test('what comes without the end of an event arrives at the end', async () => {
  expect(await pass(['{"an":', ' "answer"', '}'])).toEqual(['{"an": "answer"}'])
  expect(await pass([])).toEqual([])
})

test('an event that never ends becomes an error', async () => {
  function* endless() {
    for (;;) yield 'x'.repeat(2 ** 20)
  }
  await expect(pass(endless())).rejects.toThrow('without the end of an event')
})

test('status and headers stay, and so does a response without a body', async () => {
  const response = joinEvents(new Response('{}', { status: 429, headers: { 'retry-after': '7' } }))
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([429, '7', '{}'])
  expect(joinEvents(new Response(null, { status: 204 })).status).toBe(204)
})

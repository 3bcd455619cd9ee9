/** In bytes. Far more than any event or answer of a model server needs. */
const maxEventBytes = 16 * 2 ** 20

/** How an event of a stream can end. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
const eventEnds = ['\n\n', '\r\r', '\r\n\r\n']
const longestEnd = 4

/**
 * Passes a response on in whole events. The openai package reads an incomplete event again for every piece of it that arrives, so a single
 * event of 50 MB would block the process for minutes. An event that never ends becomes an error.
 */
export function joinEvents(response: Response): Response {
  if (!response.body) return response
  let pieces: Uint8Array[] = []
  let bytes = 0
  let lastBytes: Uint8Array = new Uint8Array()
  const whole = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > maxEventBytes) throw new Error(`The model server sent more than ${maxEventBytes} bytes without the end of an event.`)
      const recent = Buffer.concat([lastBytes, piece])
      lastBytes = recent.subarray(1 - longestEnd)
      if (!eventEnds.some((end) => recent.includes(end))) return
      controller.enqueue(Buffer.concat(pieces))
      pieces = []
      bytes = 0
      lastBytes = new Uint8Array()
    },
    flush(controller) {
      if (bytes > 0) controller.enqueue(Buffer.concat(pieces))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(whole), { status, statusText, headers })
}

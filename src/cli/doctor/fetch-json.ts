/** Returns the JSON of a response, undefined if it is not JSON. Rejects if the response breaks off. */
export async function fetchJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports what it expected instead.
    return undefined
  }
}

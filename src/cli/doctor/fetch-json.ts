/** Returns the JSON of a response, or undefined if it is not JSON. Rejects if the response is cut off. */
export async function fetchJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports what was expected instead.
    return undefined
  }
}

/** What a platform answered; undefined where that is no JSON. Rejects when the answer breaks off. */
export async function fetchJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // Whoever asked says what it expected in its place.
    return undefined
  }
}

import type { VoiceConfig } from '../../config.ts'
import { reasonOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'

const patienceMs = 10_000

/** Checks that the key reads the calls of the agent, and what callers can use. */
export async function checkVoice(config: VoiceConfig): Promise<Finding[]> {
  const { apiUrl, apiKey, agentId, startSecret, phoneNumber, publicUrl } = config
  const ways = [...(publicUrl ? [`in a browser, by ${publicUrl.origin}`] : []), ...(phoneNumber ? [`by phone, at ${phoneNumber}`] : [])]
  const findings = [note(`Voice: users call ${ways.join(', or ')}.`)]
  if (phoneNumber && !startSecret)
    findings.push(
      note('Voice: callers on the phone are greeted as strangers. To change that, set ELEVENLABS_START_SECRET. See docs/voice.md.'),
    )
  try {
    const query = new URLSearchParams({ agent_id: agentId, page_size: '1' })
    const headers = { 'xi-api-key': apiKey }
    const response = await fetch(`${apiUrl}/v1/convai/conversations?${query}`, { headers, signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    const answers = `ElevenLabs answers ${response.status}`
    if (response.ok) return [good(`Voice: the key reads the calls of agent ${agentId}.`), ...findings]
    if (response.status === 401 || response.status === 403)
      return [problem(`${answers}: give ELEVENLABS_API_KEY a key that may read Agents.`), ...findings]
    return [problem(`${answers}: check ELEVENLABS_AGENT_ID and ELEVENLABS_API_URL.`), ...findings]
  } catch (error) {
    return [problem(`ElevenLabs cannot be reached at ${apiUrl}: ${reasonOf(error)}. Check the connection.`), ...findings]
  }
}

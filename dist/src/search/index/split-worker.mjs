// src/search/index/split-day.ts
import { Piscina } from "piscina";

// src/search/index/chunk-text.ts
import { createHash } from "node:crypto";

// src/core/domain/text.ts
function clip(text, length) {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}
function cutMiddle(text, characters) {
  if (text.length <= characters) return text;
  const head = boundary(text, Math.floor(characters / 2));
  const tail = boundary(text, text.length - Math.floor(characters / 2));
  return `${text.slice(0, head)}
[... ${tail - head} characters omitted ...]
${text.slice(tail)}`;
}
function boundary(text, at) {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
var invisible = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]`;
var visiblyUsed = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]`
].join("|");
var invisiblePattern = new RegExp(`(${visiblyUsed})|${invisible}`, "gu");

// src/model/tokens.ts
function estimateTokens(text) {
  const extraBytes = Buffer.byteLength(text) - text.length;
  return Math.ceil(text.length / 3.5 + extraBytes * 3 / 8);
}

// src/search/index/chunk-text.ts
var maxChunkTokens = 140;
var overlapTokens = 40;
var charactersPerToken = 4;
var maxToolChars = 200;
var maxNameChars = 60;
function splitIntoChunks(messages, resumeAt) {
  const lines = messages.map(toLine).filter(({ text }) => text !== "");
  const spans = [];
  for (let chunkedUpTo = findLinePoint(lines, resumeAt); chunkedUpTo.line < lines.length; ) {
    const next = { line: chunkedUpTo.line + 1, at: 0 };
    const rest = formatIfFits(lines, { from: chunkedUpTo, to: next }, maxChunkTokens);
    const remainingTokens = rest === void 0 ? overlapTokens : maxChunkTokens - estimateTokens(rest) - 1;
    const from = extendBack(lines, chunkedUpTo, Math.min(overlapTokens, remainingTokens));
    const last = spans.at(-1);
    if (last?.from.line === from.line && last.from.at === from.at) spans.pop();
    chunkedUpTo = rest === void 0 ? cutWithinMessage(lines, from, chunkedUpTo) : extendForward(lines, from, next);
    spans.push({ from, to: chunkedUpTo });
  }
  return spans.map((span) => toChunk(lines, span));
}
function findLinePoint(lines, position) {
  if (!position) return { line: 0, at: 0 };
  const line = lines.findIndex(({ message }) => message.id === position.messageId);
  if (line < 0) throw new Error(`Message ${position.messageId}, where a chunk ends, is not among the messages to split.`);
  return position.at < (lines[line]?.text.length ?? 0) ? { line, at: position.at } : { line: line + 1, at: 0 };
}
function toLine(message) {
  const { role, name } = message;
  const text = message.text.trim();
  const speaker = clip(name.replace(/\s+/g, " ").trim(), maxNameChars) || role;
  return { message, speaker, text: role === "tool" ? cutMiddle(text, maxToolChars) : text };
}
function slicePieces(lines, { from, to }) {
  return lines.slice(from.line, to.line + 1).flatMap((line, index) => {
    const start = index === 0 ? from.at : 0;
    const end = from.line + index === to.line ? to.at : line.text.length;
    return start < end ? [{ ...line, start, end }] : [];
  });
}
var formatPieces = (pieces) => pieces.map(({ speaker, text, start, end }) => `${speaker}: ${text.slice(start, end)}`).join("\n");
function formatIfFits(lines, span, tokens) {
  const pieces = slicePieces(lines, span);
  if (pieces.some(({ start, end }) => end - start > tokens * charactersPerToken)) return void 0;
  const text = formatPieces(pieces);
  return estimateTokens(text) <= tokens ? text : void 0;
}
function extendForward(lines, from, to) {
  for (let end = to; ; ) {
    const next = { line: end.line + 1, at: 0 };
    if (next.line > lines.length || formatIfFits(lines, { from, to: next }, maxChunkTokens) === void 0) return end;
    end = next;
  }
}
function cutWithinMessage(lines, from, { line, at }) {
  const text = lines[line]?.text ?? "";
  const maxChars = findLargest(
    text.length - at,
    (kept) => formatIfFits(lines, { from, to: { line, at: at + kept } }, maxChunkTokens) !== void 0
  );
  const space = text.slice(at, at + maxChars).search(/\s\S*$/);
  return { line, at: space > maxChars / 2 ? at + space + 1 : boundary(text, at + maxChars) };
}
function extendBack(lines, to, tokens) {
  for (let from = to; ; ) {
    const before = { line: from.at > 0 ? from.line : from.line - 1, at: 0 };
    if (before.line < 0) return from;
    if (formatIfFits(lines, { from: before, to }, tokens) === void 0)
      return formatIfFits(lines, { from, to }, tokens / 2) === void 0 ? from : extendIntoMessage(lines, { from, to }, tokens);
    from = before;
  }
}
function extendIntoMessage(lines, { from, to }, tokens) {
  const line = from.at > 0 ? from.line : from.line - 1;
  const text = lines[line]?.text ?? "";
  const end = from.at > 0 ? from.at : text.length;
  const maxChars = findLargest(end, (kept) => formatIfFits(lines, { from: { line, at: end - kept }, to }, tokens) !== void 0);
  const space = text.slice(end - maxChars, end).search(/\s/);
  const at = space >= 0 && space < maxChars / 2 ? end - maxChars + space + 1 : boundary(text, end - maxChars + 1);
  return at < end ? { line, at } : from;
}
function findLargest(max, fits) {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
function toChunk(lines, { from, to }) {
  const pieces = slicePieces(lines, { from, to });
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) throw new Error("A chunk is empty.");
  const text = formatPieces(pieces);
  const bounds = [first.message.id, first.start, last.message.id, last.end];
  const messageIds = pieces.flatMap(({ message }) => message.role === "tool" ? [] : [message.id]);
  return {
    firstMessageId: first.message.id,
    lastMessageId: last.message.id,
    lastEnd: last.end,
    messageIds,
    changeSeq: Math.max(...pieces.map(({ message }) => message.changeSeq)),
    hash: createHash("sha256").update(JSON.stringify([...bounds, messageIds, text])).digest("base64url"),
    text,
    tokens: estimateTokens(text)
  };
}

// src/search/index/split-day.ts
var maxOnMainThread = 5e3;
var charactersPerMessage = 100;
var idleTimeout = 3e4;
var pool;
function openPool() {
  const opened = new Piscina({
    filename: new URL("./split-worker.mjs", new URL("split-day.ts", import.meta.url).href).href,
    name: splitByAudience.name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout
  });
  opened.on("error", () => {
    if (pool === opened) pool = void 0;
  });
  return opened;
}
async function splitDay(request) {
  const characters = request.rows.reduce((sum, { text }) => sum + text.length + charactersPerMessage, 0);
  if (characters <= maxOnMainThread) return splitByAudience(request);
  pool ??= openPool();
  return pool.run(request);
}
function splitByAudience({ rows, resumePoints }) {
  const audiences = [...new Set(rows.map(({ audience }) => audience))];
  return audiences.flatMap((audience) => {
    const resumeAt = resumePoints.find((point) => point.audience === audience);
    const chunks = splitIntoChunks(
      rows.filter((row) => row.audience === audience),
      resumeAt
    );
    return chunks.map((chunk, index) => ({ ...chunk, audience, position: (resumeAt?.position ?? 0) + index }));
  });
}
export {
  splitByAudience,
  splitDay
};
//# sourceMappingURL=split-worker.mjs.map

export const forgetting = {
  'forget.forms':
    '**O que devo apagar?** Primeiro mostro uma prévia e não apago nada até você confirmar.\n\n- uma mensagem: responda a ela com /forget, ou /forget #123\n- um dia: /forget ontem, /forget 2026-11-03\n- uma lembrança: /forget memory 12\n- um assunto: /forget festa jardim apaga o que contiver todas estas palavras\n- tudo: /forget everything',
  'forget.today': 'Hoje',
  'forget.everything': 'Tudo',
  'forget.nothing':
    '{kind, select, message {Não há nada para apagar nessa mensagem.} day {Não há nada para apagar nesse dia. /days lista seus dias.} memory {Nenhuma lembrança tem esse número. /memories mostra o que lembro.} other {Não encontrei nada que contenha todas essas palavras. Tente menos palavras ou outras.}}',
  'forget.foreignMessage':
    'Essa mensagem não faz parte da nossa conversa, então não há nada para apagar. Indique uma mensagem pelo número, como /forget #123, ou um assunto pelas palavras, como /forget topic festa jardim.',
  'forget.tooCommon': 'Essas palavras são comuns demais. Seja mais específico, como /forget festa jardim.',
  'forget.memoryNumber': 'Escreva o número de uma lembrança, como /forget memory 12.',
  'forget.previewNumber': 'Escreva o número de uma prévia, como /forgetting confirm 12.',
  'forget.preview': '{kind, select, everything {**Isto apagaria tudo para sempre:**} other {**Isto apagaria para sempre:**}}',
  'forget.userMessages': '{count, plural, one {# mensagem sua} other {# mensagens suas}}',
  'forget.botMessages': '{count, plural, one {# mensagem minha} other {# mensagens minhas}}',
  'count.files': '{count, plural, one {# arquivo} other {# arquivos}}',
  'count.memories': '{count, plural, one {# lembrança} other {# lembranças}}',
  'forget.quotes': '{count, plural, one {# citação sua} other {# citações suas}} em outras conversas',
  'forget.summaries': '{count, plural, one {# resumo} other {# resumos}}, reescritos com o que resta',
  'forget.names': 'seus comandos e seus nomes',
  'forget.hasMore': 'Há mais; estes são os mais recentes. Envie /forget de novo quando forem apagados.',
  'forget.nothingYet': 'Nada foi apagado ainda. As mensagens no seu aplicativo ficam lá até você apagá-las.',
  'forget.outcome':
    '{outcome, select, started {Estou apagando e aviso quando terminar.} running {Já estou apagando.} done {Isso já foi apagado.} expired {Esta prévia expirou, e talvolta haja mais para apagar. Envie /forget de novo.} other {Nenhuma exclusão com esse número aguarda resposta.}}',
  'forget.progress': 'Já estou apagando. {count, number} mensagens até agora.',
  'forget.kept': 'Nada foi apagado.',
  'forget.exportPending':
    'A exportação que você pediu ainda está sendo preparada e inclui o que você quer apagar. Confirme de novo quando os arquivos chegarem.',
  'forget.doneEverything': 'Tudo foi apagado. Uma nova conversa começa aqui.',
  'forget.done': 'Apagado: {counts} e tudo o que derivava disso.',
}

import type { LanguageCues } from './cues.ts'

export const portuguese: LanguageCues = {
  functionWords: `oi ola bom boa obrigado obrigada a agora ainda antes ao aos aquela aquele aqui as ate com como da das de dela dele depois desde dia dias disse do dos e ela
    ele eles em entre era essa esse esta estao estava este eu falamos falado foi ha havia hoje isso isto ja la lhe mais mas me mes meu
    meus minha minhas muito na nao nas nem no nos nossa nossas nosso nossos num numa o onde ontem os ou para passada passado pela pelo
    por porque pra quais qual quando quanto quantos quanta quantas que quem se sem ser seu seus sobre sua suas tambem te tem tenho ter teu tinha toda
    todas todo todos tu tua um uma umas uns vai voce voces aconteceu semana procure procura encontre mostre mostra resuma lembre diga sabe
    segunda terca quarta quinta sexta feira sabado domingo`,
  fillers: /\b(obrigad[oa]|finalmente|realmente|principais|importantes?|tomamos|tomadas?|fizemos|faca)\b/,
  leads: 'e|mas|entao|olha|por favor|tambem|voce pode|pode',
  questions: [
    /^(o que|que|quando|onde|quem|qual|quais|quantos?|quantas?|por que|como|de que|sobre o que) (?!pena|bom|legal|du )/,
    /^(procure|procura|pesquise|encontre|mostre|mostra|resuma|resume|faca um resumo|faz um resumo)\b/,
    /\b(lembre-me|me lembre|me lembra|me diga|me diz|diga-me|voce sabe|voce lembra|lembra) (o que|quando|onde|quem|qual|quanto|por que|como|se|de)\b/,
  ],
  sectionAlone:
    /^((as|os|nossas|nossos|minhas|meus|todas|todos|o) )*(decisoes|objetivos|proximos passos|assuntos pendentes|pendencias|resumo)( (de|do|da|dos|das|sobre|para|em|desde|nesta|neste|desta|deste|ontem|hoje|tomadas)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decidi|decis|combinam|combinad|escolhe)/,
    open: /\b(pendentes?\b|pendencias?|em aberto|por fazer|falta fazer|proximos? passos?|prometi)/,
    goals: /\b(objetivos?|metas?)\b/,
    summary: /\b(resum|o que aconteceu|falamos|falado|conversamos|discutimos)/,
  },
  greeting: /^(oi|ola|bom dia|boa (tarde|noite)|tudo bem|como vai( voce)?|e ai)$/,
  abilities: /\b(o que voce (pode|sabe|consegue) fazer|quem e voce|o que e voce|como voce funciona|como funciona)\b/,
  thanks: /^(obrigad[oa]|muito obrigad[oa]|valeu)\b/,
  remember:
    /^(?:lembre-se(?: de)?|lembre|lembra|guarde|nao esqueca|nao se esqueca(?: de)?|anote|anota)(?: de)?(?: que |: ?)(?!quando\b|como\b|onde\b|quem\b)/,
  undecided: /\b(ainda )?nao (decidimos|decidi|foi decidido|esta decidido)/,
  decision:
    /(?<!nao )\b(decidimos|decidi|combinamos|escolhemos|resolvemos|ficou (decidido|combinado))\b|\b(vamos|fico|ficamos) com\b|\bdecisao:/,
  openLoop:
    /\b(tenho|temos) (que|de)\b|\bpreciso\b|\bprecisamos\b|\b(falta|pendente|pendentes|em aberto)\b|\b(esperando|aguardando)\b|\bainda nao\b|\bme lembre\b|\bnao esquecer\b/,
  nextStep:
    /\bproximos? passos?\b|\b(amanha|hoje a noite|na semana que vem|semana que vem|na proxima semana|no fim de semana)\b|\b(vou|vamos) (?!com\b)\w+r\b/,
  goal: /\b(quero|queremos|gostaria|gostariamos|espero|pretendo|pretendemos)\b|\b(meu|nosso|o) objetivo\b/,
  completion: /\b(feito|pronto|terminado|terminei|resolvido|resolvi|pago|paguei|enviado|enviei|reservei|liguei|assinei|comprei)\b/,
  openings: 'entao|bom|pois|sim|bem',
}

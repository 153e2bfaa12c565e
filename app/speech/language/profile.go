package language

import (
	"strings"
	"sync"

	"github.com/abadojack/whatlanggo"
)

// profile distinguishes a language from others with the same script. It complements the trigrams of
// whatlanggo, which need more text than a short reply has.
type profile struct {
	lang whatlanggo.Lang
	iso  string // ISO 639-1 code
	// letters are the letters that English or the basic script does not have; words are some of the
	// most frequent words.
	letters, words string
}

// profiles lists the languages to detect among those that share a script: the ones that whatlanggo
// knows and that usually have a voice on this computer. With more of them, short texts would be
// mistaken for rare languages.
var profiles = []profile{
	{whatlanggo.Eng, "en", "", `the of and to a in is it you that he was for on are with as i his they be at one have this
		from or had by but not what all were we when your can said there an each which she do how
		their if will up about out then them these so some her would make like him into has see
		could no my than been who its now did get come made may i'm don't it's that's let's isn't
		you're i'll here where why our yes please us her him she my any only over such after also
		most many more much before must through back years where way well down should because long
		little very own good new first last need want know think take look use find give tell ask
		work call try let still thing things help again too always never next another something
		nothing anything please thanks thank sorry hello great sure text file`},
	{whatlanggo.Deu, "de", "äöüß", `der die das und ist nicht ein eine einen einem einer ich sie es er wir ihr du zu den dem des
		in im auf mit für von an auch sich als wie noch nach bei aus hat haben sind war werden wird
		kann wenn aber oder dass so nur mehr über vor zum zur bis sehr dann schon hier was wer wo ja
		nein mein dein kein keine diese dieser uns bitte danke können`},
	{whatlanggo.Fra, "fr", "œêèéâàîùôûëïç", `le la les de des du un une et est en que qui dans pour pas sur au aux avec ce cette ces il
		elle je tu nous vous ils ne se sont plus par mais ou où comme son sa ses votre vos mon ma
		mes notre leur tout très être avoir fait peut si oui non c'est d'un d'une n'est qu'il aussi
		même quand bien merci l'on`},
	{whatlanggo.Spa, "es", "ñáéíóú¿¡", `el la los las de del un una y es en que no se por con para su sus al lo como más pero le ya
		o este esta sí porque muy cuando sin sobre también me hasta hay donde quien desde todo nos
		durante te fue si ser está son tiene puede hacer tu mi yo él ella eso esto qué cómo usted
		gracias unos`},
	{whatlanggo.Ita, "it", "àèéìòù", `il lo la gli le di del della dei delle un una uno e è che non in per con si da al alla come
		più ma anche se sono ho ha mi ti ci questo questa nel nella sul sulla su i o io lui lei noi
		voi loro suo sua tuo mio essere fare può quando dove chi cosa molto tutto perché ed dal
		dalla grazie sì l'ho c'è quanto ancora`},
	{whatlanggo.Por, "pt", "ãõáéíóúâêôàç", `o a os as de do da dos das um uma e é em no na nos nas que não se por com para seu sua ao à
		como mais mas ou já este esta isso sim muito quando sem sobre também me até há onde quem
		desde durante tudo foi ser está são tem pode fazer você eu ele ela nós meu minha pelo pela obrigado
		qual`},
	{whatlanggo.Nld, "nl", "", `de het een en van ik te dat die in is je niet zijn op aan met als voor er was maar om hem
		dan zou of wat mijn dit zo door over ze zich bij ook tot uit der daar haar naar heb hoe
		heeft hebben deze u want nog zal me zij nu geen omdat iets worden wordt waar kan moet wel
		meer al jij wij we ons kunnen hier`},
	{whatlanggo.Pol, "pl", "łąęśźżćńó", `i w nie na się z do to że jest o jak ale co za po tak czy od tylko już mi ten ta te tego tej
		dla przez jego jej są był być może który która które bardzo gdy kiedy więc pan pani ja ty on
		ona my wy oni ich nas mój jeśli lub oraz u przy pod jeszcze także ma tym a`},
	{whatlanggo.Tur, "tr", "ğşıçöü", `ve bir bu da de için ne o ile çok daha gibi ama ben sen biz siz var yok mi mı mu mü değil
		olarak kadar sonra her en şey ya ki olan oldu bunu evet hayır nasıl neden nerede zaman olur
		önce veya ise şu diye bana sana onun benim senin lütfen`},
	{whatlanggo.Swe, "sv", "åäö", `och att det i en jag på är som han för med inte av om den till så men var har de ett vi du
		hon kan ska när från mig dig hur vad eller nu här där också mycket min din sig ut upp efter
		alla bara under skulle vill något några ja nej tack varje blir finns detta denna era ni
		måste`},
	{whatlanggo.Dan, "da", "åæø", `og at det i en jeg på er som han for med ikke af om den til så men var har de et vi du hun
		kan skal når fra mig dig hvordan hvad eller nu her der også meget min din sig ud op efter
		alle bare under vil noget nogle ja nej tak bliver findes dette denne jeres hvis blev være
		hvor mere`},
	{whatlanggo.Nob, "nb", "åæø", `og at det i en jeg på er som han for med ikke av om den til så men var har de et vi du hun
		kan skal når fra meg deg hvordan hva eller nå her der også mye min din seg ut opp etter alle
		bare under vil noe noen ja nei takk blir finnes dette denne deres hvis ble være hvor mer`},
	{whatlanggo.Fin, "fi", "äö", `ja on ei se että en hän oli ovat mutta kun niin minä sinä me te he tämä tai jos myös vain
		kuin voi olla mitä ole joka nyt sen sitä jo vielä hyvin kuinka missä miksi koska kiitos
		kyllä siis ne tässä siitä ennen jälkeen ilman kanssa`},
	{whatlanggo.Ces, "cs", "řěůčšžýáíéúňťď", `a je se na v že to s z do o i jako ale by za k pro po od jsem jsou není byl být co tak jen
		už když které který která jeho její nebo až má můžete můžu ten ta ty já on ona my vy kde kdy
		jak ano ne prosím děkuji také ještě pokud`},
	{whatlanggo.Hun, "hu", "őűáéíóöúü", `a az és hogy nem is egy ez ha de meg csak van volt már én te ő mi ti ki mint még vagy akkor
		lesz el be le fel ezt azt kell lehet nagyon mert majd itt ott hol mikor hogyan igen köszönöm
		kérem után alatt sem sok minden`},
	{whatlanggo.Ron, "ro", "țșşţăâî", `și de la în a cu nu o că să pe un este din pentru care mai se ce sau dar ca fi sunt dacă are
		am ai au al ale lui ei el ea noi voi eu tu acest această foarte când unde cum da mulțumesc
		după fără prin până poate`},
	{whatlanggo.Hrv, "hr", "đčšžć", `i je u se na da za od su s to ne što kao o bi koji koja koje ali iz ili sam će bio biti ako
		samo već još kako gdje kada on ona mi vi oni ja ti hvala molim ovo ovaj može nije sve po do
		vrlo`},
	{whatlanggo.Slv, "sl", "čšž", `in je v na da se za so z s to ne ki pa kot bi od po tudi ali če iz o sem bil biti samo že še
		kako kje kdaj on ona mi vi oni jaz ti hvala prosim ta lahko ni vse do zelo`},
	{whatlanggo.Lit, "lt", "ėįųąęčšžū", `ir yra kad į iš su ne tai kaip bet ar su po už nuo apie buvo jis ji mes jūs aš tu jie taip
		kai jei dar tik labai kur ačiū prašau gali būti šis ši`},
	{whatlanggo.Lav, "lv", "ķļņģāēīūčšž", `un ir ka no uz ar par ne tas kā bet vai arī pie lai pēc bija viņš viņa mēs jūs es tu viņi jā
		ja kad vēl tikai ļoti kur paldies lūdzu var būt šis šī`},
	{whatlanggo.Est, "et", "õäöü", `ja on ei see et ta oli aga kui siis ma sa me te nad või ka nii veel ainult väga kus miks
		kuidas aitäh palun saab olla mis kes oma pole seda selle pärast enne`},
	{whatlanggo.Ind, "id", "", `yang dan di ini itu dengan untuk tidak dari dalam akan pada ke juga saya anda kami kita
		mereka dia ada bisa adalah atau karena jika sudah oleh lebih seperti apa bagaimana di mana
		kapan terima kasih silakan dapat sangat tetapi hanya`},
	{whatlanggo.Vie, "vi", "đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", `và là của có không cho được trong một với các này những người tôi bạn để khi từ đã đang sẽ ở`},
	{whatlanggo.Rus, "ru", "ыэё", `и в не на я быть он с что а по это она к но они мы весь из у который то за свой от так о для
		же все если или как его её вы ты ещё уже вам вас нет да только когда где чтобы можно спасибо`},
	{whatlanggo.Ukr, "uk", "їєґ", `і в не на я що з у це та до як він вона вони ми за від але для по або якщо його її ви ти ще
		вже вам вас немає так тільки коли де щоб можна дякую й чи`},
	{whatlanggo.Bel, "be", "ў", `і ў не на я што з у гэта і да як ён яна яны мы за ад але для па або калі яго яе вы ты яшчэ
		ўжо вам вас няма так толькі дзе каб можна дзякуй`},
	{whatlanggo.Bul, "bg", "", `и в не на аз да се от за е са с че по ще но като той тя те ние до или ако го му ви си още
		вече вас няма само когато къде може благодаря това има при как което който`},
	{whatlanggo.Mkd, "mk", "ѓќѕ", `и во не на јас да се од за е се со дека по ќе но како тој таа тие ние до или ако го му ви си
		уште веќе вас нема само кога каде може благодарам ова има при што кој`},
	{whatlanggo.Srp, "sr", "ђћљњ", `и у не на ја да се од за је су са по ће али као он она они ми до или ако га му ви ти још већ
		вас нема само када где може хвала ово има при како што који`},
	{whatlanggo.Arb, "ar", "ةىيكأإؤئ", `في من على إلى أن هذا هذه لا ما هو هي عن مع كان التي الذي أو ثم إذا قد لم كل بعد قبل نعم شكرا
		هل`},
	{whatlanggo.Pes, "fa", "گچپژ", `و در به از که این را با است برای آن یک تا هم می بر یا هر شما من ما اگر نیست بود شد کنید کنم
		خیلی بله نه`},
	{whatlanggo.Urd, "ur", "ٹڈڑےںہھ", `کے کی میں ہے سے کا اور کو نے پر ہیں یہ کہ آپ نہیں بھی ایک اس تو کر`},
	{whatlanggo.Hin, "hi", "ड़ढ़", `के है में की का से को और हैं कि यह पर आप नहीं भी एक ने तो कर मैं हो था ही मुझे क्या`},
	{whatlanggo.Mar, "mr", "ळ", `आहे आणि या की ते हे आहेत नाही मी तुम्ही तर एक मला काय होते केले आपण किंवा त्या हा ही`},
	{whatlanggo.Nep, "ne", "", `छ छन् र को मा लाई हो यो पनि भने छैन गर्न तपाईं म के एक हुन्छ गर्नुहोस् तपाईंलाई मलाई`},
	{whatlanggo.Heb, "he", "", `של את לא על זה הוא היא אני אתה אם גם כל`},
	{whatlanggo.Ydd, "yi", "ײױװ", `איז און די דער דאָס ניט נישט איך איר מיט פֿון אַ צו`},
}

// lookup finds the profiles that have a word or a letter, by index.
type lookup struct {
	words   map[string][]int
	letters map[rune][]int
	known   map[whatlanggo.Lang]bool
}

// lookups is made when the first text is read aloud and not when the program starts.
var lookups = sync.OnceValue(func() lookup {
	t := lookup{map[string][]int{}, map[rune][]int{}, map[whatlanggo.Lang]bool{}}
	for i, p := range profiles {
		t.known[p.lang] = true
		for w := range strings.FieldsSeq(p.words) {
			if all := t.words[w]; len(all) == 0 || all[len(all)-1] != i {
				t.words[w] = append(all, i)
			}
		}
		for _, r := range p.letters {
			t.letters[r] = append(t.letters[r], i)
		}
	}
	return t
})

/* How wikis name the language of a foreign text: see language_name.h. */
#include "formats/wiki/language_name.h"

const struct language_form language_form_data[] = {
    {"ru", "", ": ", false,
     "en=англ.|de=нем.|fr=фр.|it=итал.|es=исп.|pt=порт.|la=лат.|grc=др.-греч.|el=греч.|pl=польск.|"
     "uk=укр.|be=белор.|bg=болг.|cs=чеш.|sk=словацк.|sr=серб.|hr=хорв.|sl=словен.|mk=макед.|"
     "bs=босн.|sh=сербохорв.|lt=лит.|lv=латыш.|et=эст.|fi=фин.|sv=швед.|no=норв.|nb=норв.|"
     "nn=нюнорск|da=дат.|is=исл.|nl=нидерл.|hu=венг.|ro=рум.|sq=алб.|tr=тур.|az=азерб.|kk=каз.|"
     "ky=кирг.|uz=узб.|tk=туркм.|tg=тадж.|tt=тат.|ba=башк.|cv=чуваш.|ka=груз.|hy=арм.|ar=араб.|"
     "he=ивр.|yi=идиш|fa=перс.|ur=урду|hi=хинди|bn=бенг.|sa=санскр.|zh=кит.|ja=яп.|ko=кор.|vi="
     "вьетн."
     "|th=тайск.|id=индон.|ms=малайск.|mn=монг.|eo=эспер.|ga=ирл.|cy=валл.|gd=гэльск.|ca=кат.|"
     "eu=баск.|gl=галис.|oc=окс.|lb=люксемб.|af=африк.|sw=суахили|ab=абх.|os=осет.|crh=крымско-тат."
     "|"
     "sah=якут.|udm=удм.|kv=коми|ta=там.|te=телугу|my=бирм.|km=кхмер.|lo=лаос.|ne=непальск.|"
     "si=синг.|bo=тиб.|ang=др.-англ.|mt=мальт.|ku=курд.|ps=пушту|ce=чечен.|goh=др.-в.-нем.|"
     "nds=нижненем.|fro=ст.-фр.|non=др.-сканд.|arc=арам.|ug=уйг.",
     " "},
    {"uk", "", ": ", false,
     "en=англ.|de=нім.|fr=фр.|it=італ.|es=ісп.|pt=порт.|la=лат.|grc=дав.-гр.|el=грец.|pl=пол.|"
     "ru=рос.|be=біл.|bg=болг.|cs=чес.|sk=словац.|sr=серб.|hr=хорв.|sl=словен.|mk=макед.|bs=босн.|"
     "lt=лит.|lv=латис.|et=ест.|fi=фін.|sv=швед.|no=норв.|nb=норв.|da=дан.|is=ісл.|nl=нід.|hu=угор."
     "|ro=рум.|sq=алб.|tr=тур.|az=азерб.|kk=каз.|ky=кирг.|uz=узб.|tk=туркм.|tg=тадж.|tt=тат.|"
     "ba=башк.|ka=груз.|hy=вірм.|ar=араб.|he=івр.|yi=їдиш|fa=перс.|ur=урду|hi=гінді|bn=бенг.|"
     "sa=санскр.|zh=кит.|ja=яп.|ko=кор.|vi=в'єт.|th=тай.|id=індонез.|ms=малай.|mn=монг.|eo=есп.|"
     "ga=ірл.|cy=валл.|ca=кат.|eu=баск.|gl=галіс.|oc=окс.|lb=люксемб.|crh=крим.|af=афр.|ab=абх.|"
     "os=осет.|cv=чув.",
     " "},
    {"be|be-tarask", "", ": ", false,
     "en=англ.|de=ням.|fr=фр.|it=іт.|es=ісп.|pt=парт.|la=лац.|grc=стар.-грэч.|el=грэч.|pl=польск.|"
     "ru=руск.|uk=укр.|cs=чэшск.|sk=слав.|lt=літ.|lv=лат.|et=эст.|fi=фінск.|sv=шведск.|nl=нідэрл.|"
     "hu=венг.|ro=рум.|tr=тур.|ar=араб.|he=іўр.|zh=кіт.|ja=яп.|ko=кар.",
     " "},
    {"bg", "на ", ": ", false, NULL, ""},
    {"mk", "на ", ": ", false, NULL, ""},
    {"pl", "", ": ", false,
     "en=ang.|de=niem.|fr=fr.|it=wł.|es=hiszp.|pt=port.|la=łac.|grc=gr.|el=gr.|ru=ros.|uk=ukr.|be="
     "biał."
     "|bg=bułg.|cs=cz.|sk=słow.|sr=serb.|hr=chorw.|sl=słoweń.|mk=mac.|bs=bośn.|lt=lit.|lv=łot.|et="
     "est."
     "|fi=fiń.|sv=szw.|no=norw.|nb=norw.|da=duń.|is=isl.|nl=niderl.|hu=węg.|ro=rum.|sq=alb.|tr=tur."
     "|"
     "az=azer.|kk=kaz.|ka=gruz.|hy=orm.|ar=arab.|he=hebr.|yi=jid.|fa=pers.|hi=hindi|sa=sanskr.|zh="
     "chiń."
     "|ja=jap.|ko=kor.|vi=wietn.|th=taj.|id=indonez.|mn=mong.|eo=esper.|ga=irl.|cy=wal.|ca=kat.|eu="
     "bask."
     "|csb=kasz.",
     " "},
    {"cs", "", ": ", false,
     "en=anglicky|de=německy|fr=francouzsky|it=italsky|es=španělsky|pt=portugalsky|la=latinsky|"
     "grc=starořecky|el=řecky|ru=rusky|uk=ukrajinsky|be=bělorusky|bg=bulharsky|pl=polsky|sk="
     "slovensky|"
     "sr=srbsky|hr=chorvatsky|sl=slovinsky|mk=makedonsky|lt=litevsky|lv=lotyšsky|et=estonsky|fi="
     "finsky|"
     "sv=švédsky|no=norsky|da=dánsky|is=islandsky|nl=nizozemsky|hu=maďarsky|ro=rumunsky|sq="
     "albánsky|"
     "tr=turecky|az=ázerbájdžánsky|kk=kazašsky|ka=gruzínsky|hy=arménsky|ar=arabsky|he=hebrejsky|"
     "yi=jidiš|fa=persky|hi=hindsky|sa=sanskrtsky|zh=čínsky|ja=japonsky|ko=korejsky|vi=vietnamsky|"
     "th=thajsky|id=indonésky|mn=mongolsky|eo=esperantsky|ga=irsky|cy=velšsky|ca=katalánsky|eu="
     "baskicky",
     " "},
    {"sk", "", ": ", false,
     "en=angl.|de=nem.|fr=fr.|it=tal.|es=špa.|la=lat.|grc=starogr.|el=gr.|ru=rus.|uk=ukr.|pl=poľ.|"
     "cs=čes.|hu=maď.|sr=srb.|hr=chor.|sl=slov.|ar=arab.|he=hebr.|zh=čín.|ja=jap.",
     " "},
    {"hu", "", ": ", false,
     "en=angolul|de=németül|fr=franciául|it=olaszul|es=spanyolul|pt=portugálul|la=latinul|"
     "grc=ógörögül|el=görögül|ru=oroszul|uk=ukránul|be=belaruszul|bg=bolgárul|pl=lengyelül|cs="
     "csehül|"
     "sk=szlovákul|sr=szerbül|hr=horvátul|sl=szlovénül|mk=macedónul|lt=litvánul|lv=lettül|et="
     "észtül|"
     "fi=finnül|sv=svédül|no=norvégül|da=dánul|is=izlandiul|nl=hollandul|ro=románul|sq=albánul|"
     "tr=törökül|az=azeriül|kk=kazakul|ka=grúzul|hy=örményül|ar=arabul|he=héberül|yi=jiddisül|"
     "fa=perzsául|hi=hindiül|sa=szanszkritul|zh=kínaiul|ja=japánul|ko=koreaiul|vi=vietnámiul|th="
     "thaiul|"
     "id=indonézül|mn=mongolul|eo=eszperantóul|ga=írül|cy=walesiül|ca=katalánul|eu=baszkul",
     ": "},
    {"fi", "", ": ", false,
     "en=engl.|de=saks.|fr=ransk.|it=ital.|es=esp.|pt=port.|la=lat.|grc=m.kreik.|el=kreik.|ru=ven.|"
     "uk=ukr.|pl=puol.|cs=tšek.|sv=ruots.|no=norj.|da=tansk.|nl=holl.|et=vir.|hu=unk.|ar=arab.|he="
     "hepr."
     "|fa=pers.|zh=kiin.|ja=jap.|ko=kor.|tr=turk.",
     " "},
    {"lt", "", ": ", false,
     "en=angl.|de=vok.|fr=pranc.|it=it.|es=isp.|la=lot.|grc=sen. "
     "gr.|el=gr.|ru=rus.|uk=ukr.|be=blr.|"
     "pl=lenk.|lv=latv.|et=est.|fi=suom.|sv=šved.|tr=turk.|ar=arab.|he=hebr.|zh=kin.|ja=jap.",
     " "},
    {"fr", "en ", " : ", true, NULL, ""},
    {"es|gl|an", "en ", ": ", true, NULL, ""},
    {"ca", "en ", ": ", true, NULL, ""},
    {"it", "in ", ": ", true, NULL, ""},
    {"pt", "em ", ": ", true, NULL, ""},
    {"ro", "în ", " ", true, NULL, ""},
    {"de", "", " ", true, NULL, ""},
    {"ar", "ب", ": ", false, NULL, ""},
    {"he", "ב", ": ", false, NULL, ""},
    {"vi", "", ": ", true, NULL, ""},
    {"id", "bahasa ", ": ", false, NULL, ""},
    {"ms", "bahasa ", ": ", false, NULL, ""},
    {"el", "", ": ", true, NULL, ""},
    {"zh", "", "：", false, NULL, ""},
    {"hr|bs|sh|sl|sr|lv|et|az|kk", "", ": ", true, NULL, ""},
    {"", "", ": ", false, NULL, ""},
};

const size_t language_form_data_count = sizeof language_form_data / sizeof language_form_data[0];

const char language_form_japanese[] =
    "en=英|de=独|fr=仏|it=伊|es=西|pt=葡|la=羅|nl=蘭|ru=露|zh=中|ko=朝|el=希|grc=古希|sv=瑞|no=諾|"
    "da=丁|"
    "fi=芬|pl=波|cs=捷|hu=洪|tr=土|ar=亜|fa=波|he=希伯|vi=越|th=泰|uk=宇|eo=エス|sa=梵";

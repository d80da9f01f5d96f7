import Advertising
import TestFiles
import Testing

@Suite("Answers of ad servers from other producers", .enabled(if: Corpora.folder != nil))
struct VASTCorpusTests {
    @Test(
        "B1: end in a verdict or in one error code, each",
        arguments: Corpora.documents(in: "vast", suffix: ".xml"))
    func verdicts(file: Corpora.Document) throws {
        #expect(try Self.verdict(of: file.bytes()) == Self.verdicts[file.name])
    }

    private static func verdict(of bytes: [UInt8]) -> String {
        do throws(VASTFailure) {
            return switch try VASTDocument(parsing: bytes).verdict {
            case .playable: "playable"
            case .wrapper: "wrapper"
            case .noAd: "noAd"
            case .error(let code): "\(code.rawValue)"
            }
        } catch {
            return "\(error.code.rawValue)"
        }
    }

    private static let verdicts = [
        "empty-no-ad.xml": "noAd", "empty-no-creative.xml": "101", "inline-linear.xml": "playable",
        "invalid-xmlfile.xml": "100", "outdated-vast.xml": "102", "sample.xml": "playable",
        "vpaid.xml": "901", "vpaid2.xml": "403", "wrapper-a.xml": "wrapper",
        "wrapper-attributes-multiple-ads.xml": "wrapper", "wrapper-b.xml": "wrapper",
        "wrapper-empty-no-creative.xml": "wrapper", "wrapper-empty.xml": "wrapper",
        "wrapper-legacy.xml": "wrapper", "wrapper-multiple-ads.xml": "wrapper",
        "wrapper-unavailable-url.xml": "wrapper", "empty_vast.xml": "noAd",
        "empty_wrapper.xml": "wrapper", "linear.xml": "playable", "nonlinear.xml": "201",
        "skippable_linear.xml": "playable", "vmap_midroll.xml": "101", "vmap_preroll.xml": "101",
    ]

    @Test(
        "A5: list their breaks, or are refused",
        arguments: [
            ("correct-vmap.xml", 3), ("correct-vmap-with-extension.xml", 1),
            ("incorrect-vmap.xml", nil), ("parsing-example.xml", nil),
        ] as [(String, Int?)])
    func breaks(name: String, count: Int?) throws {
        let bytes = try Corpora.Document("vmap/dailymotion_vmap-js/\(name)").bytes()
        // try?: a document that is refused has no breaks.
        #expect((try? VMAPDocument(parsing: bytes))?.breaks.count == count)
    }
}

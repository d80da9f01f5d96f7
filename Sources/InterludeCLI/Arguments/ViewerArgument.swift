import AdPlayback

/// The script of a true[X] viewer (`--viewer`).
struct ViewerArgument: Hashable, Sendable {
    let script: ViewerScript

    init(parsing text: String) throws(UnusableArgument) {
        do {
            script = try ViewerScript(parsing: text) { time in
                try TimeArgument(parsing: time).duration
            }
        } catch {
            throw UnusableArgument("\(error)")
        }
    }
}

/// What an interface on a bus has.
enum BusMember {
    case method(String, [Argument])
    case signal(String, [Argument])
    case property(String, type: String, Manner)

    struct Argument {
        var name: String
        var type: String
    }

    /// What others may rely on, and do, with a property.
    enum Manner {
        /// It never changes.
        case constant
        /// Each change is told.
        case announced
        /// It changes all the time, so that is not told.
        case silent
        /// Each change is told, and others may set it.
        case writable
        /// Others may set it, which changes nothing.
        case writableInVain
    }
}

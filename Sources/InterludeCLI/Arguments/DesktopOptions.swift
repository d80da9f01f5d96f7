import ArgumentParser

/// What the desktop sees of `interlude play`.
struct DesktopOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Let media keys, playerctl and the desktop's shell see and control the player (MPRIS). "
                + "(default: if a sound server plays, and a session bus is there)"))
    var mpris: Bool?
}

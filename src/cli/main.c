/* main.c - which command */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

const command commands[] = {
    { "check", "what the model is: degrees of freedom, kinds of constraints, warnings", run_check, " --dependent ", check_help, false },
    { "derive", "its equations of motion, in several classical forms", run_derive, " --form --values --dots --dependent --chart --eliminate --eliminate-rates --reduce ", derive_help, false },
    { "reactions", "the reactions as functions of the state, and where the constraints are compatible", run_reactions, " --values --dots --dependent ", reactions_help, false },
    { "eval", "accelerations, multipliers and energies at one state, to any precision", run_eval, " --functions --omega --dependent --chart --eliminate --eliminate-rates --reduce ", eval_help, false },
    { "prove", "the claims of models, decided on all motions", run_prove, " --identities --against --dependent --chart --eliminate --eliminate-rates --reduce ", prove_help, true },
    { "run", "the motion from a start: rows, events, what is conserved", run_run, " --until --tol --method --event --section --every --points --out --checkpoint --resume --certify --native --curve --members --dependent ", run_help, false },
    { "map", "many motions: from a grid of numbers, or from a file of starts", run_map, " --over --starts --what --until --tol --method --event --out --checkpoint --resume --native --dependent ", map_help, false },
    { "emit", "the law as source text: C, Python, SymPy, JSON, LaTeX", run_emit, " --lang -o --out --name --taylor --lanes --no-jacobian --form --dots --dependent ", emit_help, false },
    { "forms", "exterior forms and fields: runs the calculator statements", run_forms, " --dots --dependent ", forms_help, false },
    { NULL, NULL, NULL, NULL, NULL, false }
};

/* Commands of the language that this version does not have. */
static const char *const later[] = { "verdict", "integrals", "linearize" };
enum { LATER = sizeof later / sizeof *later };

const command *find_command(const char *name)
{
    for (const command *c = commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *list[16];
    size_t n = 0;

    for (int i = 0; i < LATER; i++)
        if (strcmp(name, later[i]) == 0) {
            say("'%s' is not in this version", name);
            return WRONG_INPUT;
        }
    for (const command *c = commands; c->name != NULL; c++)
        list[n++] = c->name;
    const char *near = li_name_nearest(name, n, list);
    if (near != NULL)
        say("'%s' is not a command; did you mean '%s'?", name, near);
    else
        say("'%s' is not a command; 'liaison --help' lists them", name);
    return WRONG_INPUT;
}

static int run_command(const command *c, int argc, char **argv)
{
    options o;
    int status = read_options(&o, c, argc, argv);

    if (status == DONE && o.help)
        print_help(c);
    else if (status == DONE)
        status = c->run(&o);
    clear_options(&o);
    return status;
}

static int help_on(int argc, char **argv)
{
    const command *c = argc > 0 ? find_command(argv[0]) : NULL;

    if (argc > 0 && c == NULL)
        return unknown_command(argv[0]);
    print_help(c);
    return DONE;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        say("a command is missing; 'liaison --help' lists them");
        return WRONG_INPUT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help_on(argc - 2, argv + 2);
    if (strcmp(argv[1], "--version") == 0) {
        printf("liaison %s\n", li_version());
        return DONE;
    }
    if (argv[1][0] == '-' && argv[1][1] != '\0') {
        say("the command comes first: liaison COMMAND FILE %s", argv[1]);
        return WRONG_INPUT;
    }
    const command *c = find_command(argv[1]);
    return c == NULL ? unknown_command(argv[1]) : run_command(c, argc - 2, argv + 2);
}

/* A standard stream that was closed stays one that fails: else the next file that is opened would get its number, and with it
 * what is meant for the stream. */
static void hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    hold_streams();
    signal(SIGPIPE, SIG_IGN);                  /* a closed pipe is a write that fails, */
    signal(SIGXFSZ, SIG_IGN);                  /* and so is a file that may not grow */
    int status = dispatch(argc, argv);

    if (status != MACHINE_FAILED && (fflush(stdout) != 0 || ferror(stdout))) {
        say("the output could not be written");
        status = MACHINE_FAILED;
    }
    return status;
}

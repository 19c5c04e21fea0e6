/* Makes the cost of an occurrence live: the inputs are the formula. */
const currency = (digits) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const [whole, cents] = [currency(0), currency(2)];

/** `$960`, and cents below a dollar. */
const dollars = (value) => (value > 0 && value < 1 ? cents : whole).format(value);

/**
 * @returns {number} not a number if the text is none. A dollar sign is allowed, and a comma: before
 * three digits it parts thousands ("1,024"), else it is the decimal sign ("1,5").
 */
export function amount(text) {
  const cleaned = text.replace(/[\s$]/g, "").replace(/,(?=\d{3}(?!\d))/g, "").replace(",", ".");
  return /^\d*\.?\d+$|^\d+\.$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

export function cost({ gpus, price, lost, down }) {
  return gpus * price * (lost + down);
}

function start(calculator) {
  const inputs = [...calculator.querySelectorAll("input")];
  const total = calculator.querySelector("[data-total]");
  const update = () => {
    const values = {};
    for (const input of inputs) {
      values[input.name] = amount(input.value);
      input.setAttribute("aria-invalid", String(Number.isNaN(values[input.name])));
    }
    const result = cost(values);
    total.textContent = Number.isFinite(result) ? dollars(result) : "…";
  };
  for (const input of inputs) {
    input.readOnly = false;
    input.addEventListener("input", update);
  }
}

export function startCalculators(root) {
  root.querySelectorAll("[data-calculator]").forEach(start);
}
